"""Before and after every request: rates, sizes, headers of safety, and how an error is written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request, Response

from cardkit import logs
from gateway.addresses import Addresses
from gateway.errors import HTTP_STATUS, INTERNAL, MALFORMED, RATE_LIMITED, TOO_LARGE
from gateway.limits import Buckets

BODY_BYTES: Final = 4096
JSON_TYPE: Final = "application/json"


def error_response(code: str, params: Mapping[str, str]) -> Response:
    """A coded error: `{"code": …, "params": {…}}`."""
    content = orjson.dumps({"code": code, "params": dict(params)})
    response = Response(content, HTTP_STATUS.get(code, 409), media_type=JSON_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response


def json_response(value: Any, cache: str = "no-store") -> Response:
    """A document."""
    response = Response(orjson.dumps(value), media_type=JSON_TYPE)
    response.headers["Cache-Control"] = cache
    return response


def address_of(addresses: Addresses, request: Request) -> str:
    """Whence a request comes, proxies that are believed passed over."""
    peer = request.client.host if request.client is not None else ""
    return addresses.of(peer, request.headers.getlist("x-forwarded-for"))


def add_guard(
    app: FastAPI, addresses: Addresses, rates: Buckets, now_s: Callable[[], float], hsts: bool
) -> None:
    """Rates and sizes before anything else, headers of safety on everything that leaves."""
    fixed = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    if hsts:
        fixed["Strict-Transport-Security"] = "max-age=31536000"

    def refusal(request: Request) -> Response | None:
        """Bodies must say their length: one that comes in pieces is not read at all."""
        length = request.headers.get("content-length", "0")
        if "transfer-encoding" in request.headers or not length.isdecimal():
            return error_response(MALFORMED, {})
        if int(length) > BODY_BYTES:
            return error_response(TOO_LARGE, {"max": str(BODY_BYTES)})
        if request.url.path.startswith("/api/"):
            address = address_of(addresses, request)
            if not rates.take(address, now_s()):
                return error_response(RATE_LIMITED, {"limit": "requests"})
        return None

    log = logs.get("http")

    @app.middleware("http")
    async def guard(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = refusal(request)
        if response is None:
            try:
                response = await call_next(request)
            except Exception:
                log.exception("request failed", path=request.url.path)
                response = error_response(INTERNAL, {})
        for name, value in fixed.items():
            response.headers.setdefault(name, value)
        if "content-security-policy" not in response.headers:
            response.headers["Content-Security-Policy"] = (
                "default-src 'none'; frame-ancestors 'none'"
            )
        return response
