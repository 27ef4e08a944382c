"""Errors by the names that TensorFlow gives them (tf.errors)."""

from tensorflow._missing import missing


class OpError(Exception):
    """Base of the errors of operations; `message` is their text."""

    def __init__(self, node_def: object = None, op: object = None, message: str = '') -> None:
        super().__init__(message)
        self.message = message
        self.node_def = node_def
        self.op = op

    def __str__(self) -> str:
        return self.message


class AbortedError(OpError):
    pass


class AlreadyExistsError(OpError):
    pass


class CancelledError(OpError):
    pass


class DeadlineExceededError(OpError):
    pass


class FailedPreconditionError(OpError):
    pass


class InternalError(OpError):
    pass


class InvalidArgumentError(OpError):
    pass


class NotFoundError(OpError):
    pass


class OperatorNotAllowedInGraphError(TypeError):
    """A Python operation wants a number that a traced tensor does not have yet."""


class OutOfRangeError(OpError):
    pass


class PermissionDeniedError(OpError):
    pass


class ResourceExhaustedError(OpError):
    pass


class UnavailableError(OpError):
    pass


class UnimplementedError(OpError):
    pass


class UnknownError(OpError):
    pass


__getattr__ = missing('tf.errors')
