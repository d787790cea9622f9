"""Names, tokens, rates, addresses: what is checked before anything else happens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.clock import ManualClock
from cardkit.settings import BAD_SETTINGS, load
from gateway.addresses import Addresses, origin_allowed
from gateway.errors import Malformed, Refused
from gateway.ids import checked, is_id, new_id
from gateway.limits import Bucket, Buckets, Rate
from gateway.sessions import NAME_LENGTH, Session, Tokens, checked_name
from gateway.settings import GatewaySettings

KEY = "a key of some length"
DAY_MS = 86_400_000


def make_tokens(clock: ManualClock, *keys: str) -> Tokens:
    """Tokens that live 180 days, by a clock that is told the time."""
    return Tokens(keys or (KEY,), 180, clock.now_ms)


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   Maria ", "Ana Maria"),
        ("Jose\u0301", "Jos\u00e9"),
        ("x" * 20, "x" * 20),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
    ],
)
def test_a_name_is_shown_normalised(given_name: str, shown: str) -> None:
    """Composed, without blanks at the ends or runs of them."""
    assert checked_name(given_name) == shown


@pytest.mark.parametrize(
    "name",
    ["", " ", "x" * 21, "a\nb", "a\u202eb", "a\u2066b", "\u200b", "\u200d", "\u3164", "a\x00",
     "\ud800", "a\u2028b", "\ufeffa", "\u0301\u0301", "\U000e0041"],
)  # fmt: skip
def test_names_that_hide_or_deceive_are_refused(name: str) -> None:
    """Controls, direction changes, invisible characters, nothing at all, too many."""
    with pytest.raises(Refused) as caught:
        checked_name(name)
    assert caught.value.code == "name_refused"


@given(st.text(max_size=40))
def test_a_name_that_passed_passes_again_as_it_is(text: str) -> None:
    """Checking settles it: 1-20 characters, and nothing more to normalise."""
    try:
        name = checked_name(text)
    except Refused:
        return
    assert 1 <= len(name) <= NAME_LENGTH
    assert checked_name(name) == name


def test_a_token_says_who_it_is_for_until_it_ends() -> None:
    """180 days, to the millisecond."""
    clock = ManualClock(1_000_000_000_000)
    tokens = make_tokens(clock)
    session = tokens.begin("Ana")
    token = tokens.token(session)
    assert is_id(session.player_id)
    assert tokens.read(token) == session
    clock.advance(180 * DAY_MS - 1)
    assert tokens.read(token) == session
    clock.advance(1)
    with pytest.raises(Refused) as caught:
        tokens.read(token)
    assert caught.value.code == "stale_session"


def test_a_token_is_renewed_when_a_third_of_its_life_is_over() -> None:
    """Whoever comes now and then never loses the session."""
    clock = ManualClock(1_000_000_000_000)
    tokens = make_tokens(clock)
    session = tokens.begin("Ana")
    assert tokens.fresh(session) == ""
    clock.advance(61 * DAY_MS)
    fresh = tokens.read(tokens.fresh(session))
    assert fresh.player_id == session.player_id
    assert fresh.expires_ms == clock.now_ms() + 180 * DAY_MS


@given(st.data())
def test_a_token_changed_anywhere_is_refused(data: st.DataObject) -> None:
    """Every character counts, but for the last: base64's last one bears bits without meaning."""
    tokens = make_tokens(ManualClock(1_000_000_000_000))
    token = tokens.token(Session("abcdefghijklmnop", "Ana", 1_000_000_000_000, 0))
    place = data.draw(st.integers(0, len(token) - 2))
    other = data.draw(st.sampled_from("abcXYZ019-_.").filter(lambda c: c != token[place]))
    with pytest.raises(Refused):
        tokens.read(token[:place] + other + token[place + 1 :])


@given(st.text(max_size=600))
def test_no_text_is_a_token(text: str) -> None:
    """Whatever comes is refused with a code."""
    with pytest.raises(Refused):
        make_tokens(ManualClock(1_000_000_000_000)).read(text)


def test_keys_can_be_changed_without_ending_sessions() -> None:
    """The former key is still read, the new one signs; a key never known is not."""
    clock = ManualClock(1_000_000_000_000)
    old = make_tokens(clock, "the former key....")
    token = old.token(old.begin("Ana"))
    both = make_tokens(clock, "the present key...", "the former key....")
    assert both.read(token).name == "Ana"
    new = make_tokens(clock, "the present key...")
    assert new.read(both.token(both.begin("Rui"))).name == "Rui"
    with pytest.raises(Refused):
        new.read(token)


def test_short_keys_are_no_keys() -> None:
    """Refused when the gateway starts, not when somebody forges a token."""
    with pytest.raises(ValueError, match="16"):
        make_tokens(ManualClock(0), "short")


@given(st.text(max_size=30))
def test_only_identities_pass_for_one(text: str) -> None:
    """16 characters a-z2-7, and nothing that has a meaning in a subject."""
    if is_id(text):
        assert len(text) == 16
        assert set(text) <= set("abcdefghijklmnopqrstuvwxyz234567")
        assert checked(text, "game_id") == text
    else:
        with pytest.raises(Malformed):
            checked(text, "game_id")


@pytest.mark.parametrize(
    "text",
    ["*", ">", "", "a.b", "*" * 16, " " * 16, "a" * 10_000, "A" * 16, "ａ" * 16,
     "abcdefghijklmno\n", "abcdefghijklmnop\n"],
)  # fmt: skip
def test_wildcards_are_no_identities(text: str) -> None:
    """The ones that would match other people's games."""
    with pytest.raises(Malformed):
        checked(text, "game_id")


def test_new_identities_are_identities_and_differ() -> None:
    """A thousand of them."""
    made = {new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(is_id(one) for one in made)


def test_a_bucket_allows_its_burst_and_then_its_rate() -> None:
    """Three at once, then two a second."""
    rate = Rate(2.0, 3)
    bucket = Bucket(rate, 0.0)
    assert [bucket.take(rate, 0.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(rate, 0.4)
    assert bucket.take(rate, 0.5)
    assert not bucket.take(rate, 0.5)
    assert not bucket.full(rate, 1.0)
    assert bucket.full(rate, 2.1)


def test_buckets_forget_whoever_took_nothing_for_long() -> None:
    """Addresses seen once do not pile up."""
    buckets = Buckets(Rate(1.0, 2))
    for number in range(100):
        assert buckets.take(f"a{number}", float(number))
    assert len(buckets) < 10
    assert not all(buckets.take("b", 200.0) for _ in range(3))


def test_forwarded_addresses_are_believed_only_from_proxies_of_ours() -> None:
    """What a client writes itself into the header is not."""
    addresses = Addresses(("10.0.0.0/8",))
    assert addresses.of("203.0.113.9", ["1.2.3.4"]) == "203.0.113.9"
    assert addresses.of("10.0.0.1", ["1.2.3.4, 198.51.100.7"]) == "198.51.100.7"
    assert addresses.of("10.0.0.1", ["1.2.3.4", "198.51.100.7, 10.9.9.9"]) == "198.51.100.7"
    assert addresses.of("10.0.0.1", ["nonsense"]) == "10.0.0.1"
    assert addresses.of("10.0.0.1", []) == "10.0.0.1"


def test_an_ipv6_household_is_one_address() -> None:
    """A /64; a mapped IPv4 address is that IPv4 address."""
    addresses = Addresses(())
    assert addresses.of("2001:db8::1", []) == addresses.of("2001:db8::ffff:1", [])
    assert addresses.of("2001:db8::1", []) != addresses.of("2001:db8:0:1::1", [])
    assert addresses.of("::ffff:192.0.2.1", []) == "192.0.2.1"


@pytest.mark.parametrize(
    ("origins", "allowed", "welcome"),
    [
        ([], (), True),
        (["http://table.example"], (), True),
        (["http://table.example:80"], (), True),
        (["https://table.example"], (), True),
        (["http://table.example:8080"], (), False),
        (["http://evil.example"], (), False),
        (["http://table.example.evil.example"], (), False),
        (["null"], (), False),
        (["http://a", "http://table.example"], (), False),
        (["http://app.example"], ("http://app.example",), True),
        (["http://evil.example"], ("*",), True),
        (["http://table.example:99999"], (), False),
    ],
)
def test_pages_of_other_sites_open_no_socket(
    origins: list[str], allowed: tuple[str, ...], welcome: bool
) -> None:
    """A program without an origin may, a page only from the host that it asks."""
    assert origin_allowed(origins, ["table.example"], allowed) is welcome


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("TRUSTED_PROXIES", "10.0.0.0/8, proxy.example", "10.0.0.0/8, 2001:db8::1"),
        ("ALLOWED_ORIGINS", "cards.test", "https://example.org, capacitor://localhost"),
        ("ALLOWED_ORIGINS", "https://cards.test/", "*"),
        ("SESSION_KEY_PREVIOUS", "a short one", ""),
        ("SESSION_KEY", "a short one", "a key that is long enough"),
    ],
)
def test_settings_that_let_nobody_in_are_named(
    name: str,
    wrong: str,
    right: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """At the start, with status 78 and without the value."""
    given = {"NATS_URLS": "nats://a:1", "NATS_USER": "gateway", "NATS_PASSWORD": "x"}
    for key, value in {**given, "SESSION_KEY": KEY, name: wrong}.items():
        monkeypatch.setenv(f"CARTEADO_{key}", value)
    with pytest.raises(SystemExit) as ended:
        load(GatewaySettings)
    assert ended.value.code == BAD_SETTINGS
    said = capsys.readouterr().err
    assert said.startswith(f"CARTEADO_{name}: ")
    assert wrong not in said
    monkeypatch.setenv(f"CARTEADO_{name}", right)
    settings = load(GatewaySettings)
    assert Addresses(settings.trusted_proxies)
