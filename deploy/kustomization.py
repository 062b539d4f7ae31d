"""Renders a kustomization: the features that deploy/kubernetes uses, and an error for all others.

These are `resources` (files and folders), `namespace`, `images` (newName, newTag), and `patches` by JSON Patch (RFC 6902: add, replace,
remove, test) with a target. deploy/manifests-test compares the result with `kubectl kustomize` where kubectl is installed.
"""

import copy
import pathlib
import typing

import yaml

FIELDS = {"apiVersion", "kind", "resources", "namespace", "images", "patches"}
# Kinds of the manifests that have no namespace.
CLUSTER_KINDS = {"Namespace"}


class KustomizationError(Exception):
    """A kustomization that kustomize would refuse, or a feature that this program does not render."""


def rendered(folder: pathlib.Path) -> list[dict]:
    """The objects of a kustomization, in the order of its resources.

    Throws KustomizationError for missing files, patches without a target, and unknown features.
    """
    path = folder / "kustomization.yaml"
    if not path.is_file():
        raise KustomizationError(f"{path} does not exist")
    kustomization = yaml.safe_load(path.read_text())
    if unknown := set(kustomization) - FIELDS:
        raise KustomizationError(f"{path}: {', '.join(sorted(unknown))}: not rendered by deploy/kustomization.py")
    objects: list[dict] = []
    for name in kustomization.get("resources", []):
        resource = (folder / name).resolve()
        if resource.is_dir():
            objects += rendered(resource)
        elif resource.is_file():
            objects += [document for document in yaml.safe_load_all(resource.read_text()) if document]
        else:
            raise KustomizationError(f"{path}: the resource {name} does not exist")
    for patch in kustomization.get("patches", []):
        apply_patch(folder, patch, objects)
    for image in kustomization.get("images", []):
        if not replace_image(image, objects):
            raise KustomizationError(f"{path}: no container has the image {image['name']}")
    if namespace := kustomization.get("namespace"):
        for item in objects:
            if item["kind"] not in CLUSTER_KINDS:
                item["metadata"]["namespace"] = namespace
    names = [identity(item) for item in objects]
    if twice := {name for name in names if names.count(name) > 1}:
        raise KustomizationError(f"{path}: {', '.join(sorted(twice))} twice")
    return objects


def identity(item: dict) -> str:
    return f"{item['kind']}/{item['metadata']['name']}"


def pod_template(item: dict) -> dict | None:
    """The pod template of an object."""
    return item["spec"]["template"] if item["kind"] in {"Deployment", "Job"} else None


def replace_image(image: dict, objects: list[dict]) -> int:
    count = 0
    for template in filter(None, map(pod_template, objects)):
        for container in template["spec"]["containers"]:
            name, _, tag = container["image"].partition(":")
            if name == image["name"]:
                container["image"] = f"{image.get('newName', name)}:{image.get('newTag', tag)}"
                count += 1
    return count


def apply_patch(folder: pathlib.Path, patch: dict, objects: list[dict]) -> None:
    if set(patch) != {"path", "target"}:
        raise KustomizationError(f"{folder}: a patch needs a path and a target, and nothing else is rendered here: {patch}")
    path, target = folder / patch["path"], patch["target"]
    if not path.is_file():
        raise KustomizationError(f"{folder}: the patch {patch['path']} does not exist")
    version = "/".join(filter(None, [target.get("group", ""), target["version"]]))
    found = [
        item for item in objects
        if (item["apiVersion"], item["kind"], item["metadata"]["name"]) == (version, target["kind"], target["name"])
    ]
    if not found:
        raise KustomizationError(f"{path}: no {version} {target['kind']}/{target['name']} to patch")
    for item in found:
        for operation in yaml.safe_load(path.read_text()):
            try:
                apply_operation(operation, item)
            except (KeyError, IndexError, ValueError) as error:
                raise KustomizationError(f"{path}: {operation['op']} {operation['path']} fails: {error!r}") from error


def apply_operation(operation: dict, document: typing.Any) -> None:
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
    place = document
    for part in parents:
        place = place[int(part) if isinstance(place, list) else part]
    kind, value = operation["op"], copy.deepcopy(operation.get("value"))
    if isinstance(place, list):
        index = len(place) if last == "-" and kind == "add" else int(last)
        if kind == "add":
            place.insert(index, value)
            return
        key: typing.Any = index
    else:
        key = last
    if kind == "add":
        place[key] = value
        return
    current = place[key]
    if kind == "replace":
        place[key] = value
    elif kind == "remove":
        del place[key]
    elif kind == "test":
        if current != value:
            raise ValueError(f"it is {current!r}, not {value!r}")
    else:
        raise ValueError("only add, replace, remove and test are rendered here")
