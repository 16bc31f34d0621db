"""The duplex worker: it reads framed payloads, builds the output bytes and echoes them.

Data flow: transport -> frames -> channel -> sessions (with credit) -> transport.
`docs/protocol.md` is the contract; nothing here was derived from the kernel's sources.
"""

from __future__ import annotations

from .faults import ChannelFault
from .serve import Outcome, Transport, serve
from .sessions import Slots

__all__ = ["ChannelFault", "Outcome", "Slots", "Transport", "serve"]
