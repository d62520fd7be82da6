"""Keys and what they do."""

from collections.abc import Mapping

from textual.binding import Binding, BindingType


def bindings(actions: Mapping[str, str], *, priority: bool = False) -> list[BindingType]:
    """Keys → action; with ``priority`` also while a text is being typed.

    >>> bindings({"q": "leave"})[0].action
    'leave'
    """
    return [Binding(key, action, show=False, priority=priority) for key, action in actions.items()]
