"""The echo that node-calls-python calls in process."""


def echo(payload):
    """Construct the output bytes, as every other peer does."""
    return bytes(payload)
