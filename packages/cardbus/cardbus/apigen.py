"""Writes `cardbus/api/*.py`: one typed module a service, from the descriptors."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, ServiceDescriptor

from cardbus import contracts
from cardbus.reply import snake

_HEAD = '''"""Generated from the contract of `{full_name}`; `make proto` writes it anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

{imports}

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.reply import Reply

_SERVICE = {module}.DESCRIPTOR.services_by_name["{name}"]
_METHODS = _SERVICE.methods_by_name
'''

_CLIENT = '''

class {name}Client:
    """{name}, awaited: for slow paths. Each method raises CallError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
'''

_CLIENT_METHOD = """
    async def {snake}(self, request: {request}, deadline_ms: int | None = None) -> {response}:
        answer = await self._bus.ask(_METHODS["{method}"], request, deadline_ms)
        return cast({response}, answer)
"""

_CALLER = '''

class {name}Caller:
    """{name}, by callback: `done` gets the response or a CallError, exactly once, later."""

    def __init__(self, bus: Bus) -> None:
'''

_CALLER_BIND = """        self._{snake} = bus.caller(_METHODS["{method}"])
"""

_CALLER_METHOD = """
    def {snake}(self, request: {request}, done: Callable[[{response} | CallError], None],
                deadline_ms: int | None = None) -> None:
        self._{snake}(request, done, deadline_ms)
"""

_HANDLERS = '''

class {name}Handlers(Protocol):
    """What `Bus.serve` wants for {name}: plain functions that never block."""
'''

_HANDLER_METHOD = """
    def {snake}(self, request: {request}, reply: Reply[{response}]) -> None:
        {doc}
"""


def modules() -> dict[str, str]:
    """Source by file name. Not yet formatted."""
    return {_file(service): _module(service) for service in contracts.services()}


def _file(service: ServiceDescriptor) -> str:
    return f"{_short(service.file.name)}.py"


def _module(service: ServiceDescriptor) -> str:
    return "".join(_parts(service))


def _parts(service: ServiceDescriptor) -> Iterator[str]:
    module = f"{_short(service.file.name)}_pb2"
    types = {_type(method.input_type) for method in service.methods}
    types |= {_type(method.output_type) for method in service.methods}
    files = {name.split(".")[0] for name in types} | {module}
    imports = "\n".join(f"from cardproto.v1 import {name}" for name in sorted(files))
    yield _HEAD.format(
        full_name=service.full_name, name=service.name, module=module, imports=imports
    )
    yield _CLIENT.format(name=service.name)
    for values in _methods(service):
        yield _CLIENT_METHOD.format(**values)
    yield _CALLER.format(name=service.name)
    for values in _methods(service):
        yield _CALLER_BIND.format(**values)
    for values in _methods(service):
        yield _CALLER_METHOD.format(**values)
    yield _HANDLERS.format(name=service.name)
    for values in _methods(service):
        yield _HANDLER_METHOD.format(**values)


def _methods(service: ServiceDescriptor) -> Iterator[dict[str, str]]:
    for method in service.methods:
        yield {
            "method": method.name,
            "snake": snake(method.name),
            "request": _type(method.input_type),
            "response": _type(method.output_type),
            "doc": f'"""Answers `{method.name}`."""',
        }


def _type(message: Descriptor) -> str:
    return f"{_short(message.file.name)}_pb2.{message.name}"


def _short(file: str) -> str:
    return file.rsplit("/", 1)[-1].removesuffix(".proto")
