"""The duplex worker on Pyodide: `echometer_worker.serve`, over a transport of JavaScript calls.

It may use what Pyodide brings; `echometer_worker` itself uses the standard library alone.
"""

from __future__ import annotations

from .transport import ChannelTransport, serve_channel

__all__ = ["ChannelTransport", "serve_channel"]
