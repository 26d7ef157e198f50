# Stands in for packages that are compiled or ask the network. They can be imported and named, in types and defaults.
# Whoever uses one gets an error that names it, and the use is written down, since some packages catch every error.
import importlib.abc
import importlib.machinery
import sys
import types

used = []


def note(name):
    if name not in used:
        used.append(name)


def stand_in(name, part):
    """Warnings and errors have to be classes, to be named where they are filtered or caught."""
    note(name.split(".")[0])
    if part.endswith("Warning"):
        return type(part, (Warning,), {})
    if part.endswith(("Error", "Exception")):
        return type(part, (Exception,), {})
    return Absent(name)


class Absent:
    def __init__(self, name):
        self.__dict__["absent_name"] = name

    def __getattr__(self, part):
        if part.startswith("__"):
            raise AttributeError(part)
        return stand_in(f"{self.absent_name}.{part}", part)

    def __call__(self, *_, **__):
        package = self.absent_name.split(".")[0]
        note(package)
        raise ModuleNotFoundError(f"{self.absent_name} is not here: the package {package} does not run in the sandbox")

    def __mro_entries__(self, _):
        return (object,)

    def __or__(self, _):
        return object

    __ror__ = __or__

    def __getitem__(self, _):
        return object


class AbsentModule(types.ModuleType):
    def __getattr__(self, part):
        if part.startswith("__"):
            raise AttributeError(part)
        return stand_in(f"{self.__name__}.{part}", part)


class AbsentPackages(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path, target=None):
        if name.split(".")[0] not in self.names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return AbsentModule(spec.name)

    def exec_module(self, _):
        pass


def stand_in_for(names):
    sys.meta_path.append(AbsentPackages(names))
