"""A run's world from Grove, for Python: problems, questions and rewards, answered by the world's own code in Node.

`world` asks it, `rewards` is for TRL and verl, `environment` for verifiers and prime-rl. Nothing is imported before it
is used: each trainer has only its own packages.
"""

__all__ = ["GroveEnv", "GroveHarness", "GroveTaskset"]


def __getattr__(name):
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no {name!r}")
    from . import environment

    return getattr(environment, name)
