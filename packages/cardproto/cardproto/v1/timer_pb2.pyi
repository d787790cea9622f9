from cardproto.v1 import contract_pb2 as _contract_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class OwnerDeadlines(_message.Message):
    __slots__ = ("owner", "id", "due")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    DUE_FIELD_NUMBER: _ClassVar[int]
    owner: str
    id: str
    due: str
    def __init__(self, owner: _Optional[str] = ..., id: _Optional[str] = ..., due: _Optional[str] = ...) -> None: ...
