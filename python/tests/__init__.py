"""Tests of the worker. Standard library only; nothing here sleeps."""
