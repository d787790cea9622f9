from cardproto.v1 import contract_pb2 as _contract_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class AskDoorRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AskDoorResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
