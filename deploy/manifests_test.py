"""Checks the manifests in deploy/ without a cluster.

    deploy/manifests-test               everything, less than a minute
    deploy/manifests-test --static      without the programs

1. Every object fits the schemas of Kubernetes' API, of the oldest and the newest version below; fields that it does not have are errors.
2. The objects fit each other: selectors and labels, names of ports, volumes, the autoscaler's target, shards and completions.
3. Pods are as the policy "restricted" of Kubernetes asks, on a read-only file system, with requests and limits.
4. The containers' commands run here, expanded as Kubernetes does, on the real programs: the probes are answered, the autoscaler's metric
   exists, no file is written, and the Job's parts give the same bytes as one run, also after one was stopped and continued. Exit statuses
   of broken runs lead to what job.yaml should do with them.
5. Each of these checks must find the faults that this program makes in copies of the manifests (--mutations lists them).

The systemd units of deploy/backup are checked by systemd-analyze. Exit status 1 if something is wrong.
"""

import argparse
import contextlib
import copy
import functools
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import typing

import kubernetes_validate
import kustomization
import yaml

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
DEPLOY = REPOSITORY / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
FOLDERS = ("base", "batch", "overlays/example")
# Since 1.33, failed indexes of a Job have a limit of their own.
VERSIONS = ("1.33", "1.37")
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release")).resolve()
# Secrets and files of clusters, not of the manifests.
SECRETS = {"closecast-tokens", "closecast-tls"}


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Manifests:
    """The objects of a kustomization."""

    def __init__(self, name: str, objects: list[dict]):
        self.name, self.objects = name, objects

    def of(self, *kinds: str) -> list[dict]:
        return [item for item in self.objects if item["kind"] in kinds]

    def one(self, kind: str, name: str) -> dict:
        (item,) = [item for item in self.of(kind) if item["metadata"]["name"] == name]
        return item

    def workloads(self) -> list[dict]:
        return self.of("Deployment", "Job")

    def containers(self) -> typing.Iterator[tuple[dict, dict, dict]]:
        """Workload, its pod, a container."""
        for workload in self.workloads():
            pod = workload["spec"]["template"]["spec"]
            for container in pod["containers"]:
                yield workload, pod, container

    def selected(self, selector: dict) -> list[dict]:
        """The workloads whose pods have all labels."""
        return [
            item for item in self.workloads()
            if selector and selector.items() <= item["spec"]["template"]["metadata"]["labels"].items()
        ]


Faults = typing.Iterator[str]


# Schemas --------------------------------------------------------------------------------------------------------------


def schema_faults(manifests: Manifests) -> Faults:
    for item in manifests.objects:
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(item, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                place = ".".join(map(str, error.path))
                yield f"{kustomization.identity(item)}: Kubernetes {version}: {place}: {error.message[:300]}"
            except kubernetes_validate.SchemaNotFoundError as error:
                yield f"{kustomization.identity(item)}: {error.message}"


# The objects among each other -----------------------------------------------------------------------------------------


def port_names(workload: dict) -> dict[str, int]:
    containers = workload["spec"]["template"]["spec"]["containers"]
    return {port["name"]: port["containerPort"] for container in containers for port in container.get("ports", [])}


def selector_faults(manifests: Manifests) -> Faults:
    for item in manifests.of("Deployment"):
        if item not in manifests.selected(item["spec"]["selector"]["matchLabels"]):
            yield f"{kustomization.identity(item)}: the selector does not match the labels of its own pods"
    for item, selector in [
        *((item, item["spec"]["selector"]) for item in manifests.of("Service")),
        *((item, item["spec"]["selector"]["matchLabels"]) for item in manifests.of("PodDisruptionBudget")),
        *((item, item["spec"]["podSelector"]["matchLabels"]) for item in manifests.of("NetworkPolicy")),
    ]:
        if len(manifests.selected(selector)) != 1:
            yield f"{kustomization.identity(item)}: the selector matches {len(manifests.selected(selector))} workloads, not one"
    for item in manifests.workloads():
        found = [policy for policy in manifests.of("NetworkPolicy") if item in manifests.selected(policy["spec"]["podSelector"]["matchLabels"])]
        if not any(set(policy["spec"]["policyTypes"]) == {"Ingress", "Egress"} for policy in found):
            yield f"{kustomization.identity(item)}: no NetworkPolicy covers what comes in and goes out"
        template = item["spec"]["template"]["spec"]
        for spread in template.get("topologySpreadConstraints", []):
            if item not in manifests.selected(spread["labelSelector"]["matchLabels"]):
                yield f"{kustomization.identity(item)}: it is spread by labels that its pods do not have"


def port_faults(manifests: Manifests) -> Faults:
    for item in manifests.of("Service"):
        for workload in manifests.selected(item["spec"]["selector"]):
            for port in item["spec"]["ports"]:
                if port["targetPort"] not in port_names(workload):
                    yield f"{kustomization.identity(item)}: no container has a port named {port['targetPort']}"
    for item in manifests.of("NetworkPolicy"):
        for workload in manifests.selected(item["spec"]["podSelector"]["matchLabels"]):
            for port in [port for rule in item["spec"].get("ingress", []) for port in rule["ports"]]:
                if port["port"] not in port_names(workload):
                    yield f"{kustomization.identity(item)}: no container has a port named {port['port']}"
    for workload, _, container in manifests.containers():
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            probe = container.get(kind)
            if workload["kind"] == "Deployment" and probe is None:
                yield f"{kustomization.identity(workload)}: no {kind}"
            elif probe and probe["httpGet"]["port"] not in port_names(workload):
                yield f"{kustomization.identity(workload)}: {kind}: no port is named {probe['httpGet']['port']}"
        options = dict(word[2:].split("=", 1) for word in container.get("args", []) if re.fullmatch(r"--[a-z-]+=.*", word))
        for option, name in (("port", "http"), ("grpc-port", "grpc")):
            if option in options and port_names(workload).get(name) != int(options[option]):
                yield f"{kustomization.identity(workload)}: --{option} is {options[option]} and the container's port {name} another one"
        annotations = workload["spec"]["template"]["metadata"].get("annotations", {})
        scraped = annotations.get("prometheus.io/port")
        if scraped and int(scraped) != port_names(workload).get("http"):
            yield f"{kustomization.identity(workload)}: Prometheus is sent to another port than http"


def reference_faults(manifests: Manifests) -> Faults:
    present = {kustomization.identity(item) for item in manifests.objects}
    for item in manifests.of("HorizontalPodAutoscaler"):
        target = item["spec"]["scaleTargetRef"]
        if f"{target['kind']}/{target['name']}" not in present:
            yield f"{kustomization.identity(item)}: there is no {target['kind']}/{target['name']}"
        elif "replicas" in manifests.one(target["kind"], target["name"])["spec"]:
            yield f"{kustomization.identity(item)}: the target sets replicas too, so each `kubectl apply` would reset them"
        if item["spec"]["minReplicas"] < 2:
            yield f"{kustomization.identity(item)}: with less than two servers, draining a node stops the service"
    for workload, pod, container in manifests.containers():
        name = kustomization.identity(workload)
        if f"ServiceAccount/{pod['serviceAccountName']}" not in present:
            yield f"{name}: there is no ServiceAccount/{pod['serviceAccountName']}"
        volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                yield f"{name}: no volume is named {mount['name']}"
        for volume in volumes.values():
            claim, secret = volume.get("persistentVolumeClaim"), volume.get("secret")
            if claim and f"PersistentVolumeClaim/{claim['claimName']}" not in present:
                yield f"{name}: there is no PersistentVolumeClaim/{claim['claimName']}"
            if secret and secret["secretName"] not in SECRETS:
                yield f"{name}: the Secret {secret['secretName']} is not documented"
        for variable in container.get("env", []):
            field = variable.get("valueFrom", {}).get("resourceFieldRef")
            kind, _, what = (field or {}).get("resource", "").partition(".")
            if field and (field["containerName"] != container["name"] or what not in container["resources"].get(kind, {})):
                yield f"{name}: {variable['name']} refers to {field['resource']}, which the container {field['containerName']} does not have"
        drain = [word.partition("=")[2] for word in container.get("args", []) if word.startswith("--drain-seconds=")]
        if workload["kind"] == "Deployment":
            # docs/server.md: it stops within ten seconds after the drain.
            if not drain or pod.get("terminationGracePeriodSeconds", 30) < float(drain[0]) + 10:
                yield f"{name}: it may be killed before it has answered all requests: raise terminationGracePeriodSeconds"
    for item in manifests.of("Job"):
        container = item["spec"]["template"]["spec"]["containers"][0]
        shards = {variable["name"]: variable.get("value") for variable in container["env"]}["SHARDS"]
        if int(shards) != item["spec"]["completions"]:
            yield f"{kustomization.identity(item)}: {item['spec']['completions']} completions and {shards} shards"
        names = {container["name"] for container in item["spec"]["template"]["spec"]["containers"]}
        for rule in item["spec"]["podFailurePolicy"]["rules"]:
            if "onExitCodes" in rule and rule["onExitCodes"]["containerName"] not in names:
                yield f"{kustomization.identity(item)}: podFailurePolicy: no container is named {rule['onExitCodes']['containerName']}"


# Pods -----------------------------------------------------------------------------------------------------------------


def security_faults(manifests: Manifests) -> Faults:
    for workload, pod, container in manifests.containers():
        name = f"{kustomization.identity(workload)}: {container['name']}"
        outer, inner = pod.get("securityContext", {}), container.get("securityContext", {})
        asked = {
            "runAsNonRoot": outer.get("runAsNonRoot") is True,
            "runAsUser": outer.get("runAsUser", 0) > 0,
            "seccompProfile": outer.get("seccompProfile", {}).get("type") == "RuntimeDefault",
            "allowPrivilegeEscalation": inner.get("allowPrivilegeEscalation") is False,
            "readOnlyRootFilesystem": inner.get("readOnlyRootFilesystem") is True,
            "capabilities": inner.get("capabilities") == {"drop": ["ALL"]},
            "privileged": not inner.get("privileged"),
            "hostNetwork": not any(pod.get(field) for field in ("hostNetwork", "hostPID", "hostIPC")),
            "automountServiceAccountToken": pod.get("automountServiceAccountToken") is False,
        }
        for field, kept in asked.items():
            if not kept:
                yield f"{name}: {field} is missing or too permissive"
        resources = container.get("resources", {})
        for kind, what in (("requests", "cpu"), ("requests", "memory"), ("limits", "memory")):
            if what not in resources.get(kind, {}):
                yield f"{name}: no {kind}.{what}"
        for volume in pod.get("volumes", []):
            if not set(volume) - {"name"} <= {"secret", "persistentVolumeClaim", "emptyDir", "configMap"}:
                yield f"{name}: the volume {volume['name']} is of a kind that the policy refuses"


def static_faults(manifests: Manifests) -> Faults:
    """Objects that do not fit the schemas are not checked further."""
    faults = list(schema_faults(manifests))
    yield from faults
    if not faults:
        for check in (selector_faults, port_faults, reference_faults, security_faults):
            yield from check(manifests)


# As Kubernetes does it ------------------------------------------------------------------------------------------------


def expanded(text: str, variables: dict[str, str]) -> str:
    """Expands $(NAME) as the kubelet does in commands: unknown names stay unchanged, and $$ is one $."""

    def value(found: re.Match) -> str:
        if found[0] == "$$":
            return "$"
        return variables.get(found[1], found[0])

    return re.sub(r"\$\$|\$\(([^)]*)\)", value, text)


def processors(quantity: str) -> int:
    """A quantity of processor time, rounded up, as variables receive it."""
    return -(-int(quantity[:-1]) // 1000) if quantity.endswith("m") else int(quantity)


def environment(container: dict, **changed: str) -> dict[str, str]:
    variables = {}
    for variable in container.get("env", []):
        field = variable.get("valueFrom", {}).get("resourceFieldRef")
        if field:
            kind, _, what = field["resource"].partition(".")
            variables[variable["name"]] = str(processors(container["resources"][kind][what]))
        else:
            variables[variable["name"]] = expanded(variable["value"], variables)
    return {**variables, **changed}


def command(container: dict, variables: dict[str, str]) -> list[str]:
    return [expanded(word, variables) for word in [*container["command"], *container.get("args", [])]]


def action(job: dict, status: int) -> str:
    """The Job's action for a container's exit status: none if it is 0; otherwise the first rule that matches, or Count."""
    if status == 0:
        return "Complete"
    for rule in job["spec"]["podFailurePolicy"]["rules"]:
        codes = rule.get("onExitCodes")
        if codes and (status in codes["values"]) == (codes["operator"] == "In"):
            return rule["action"]
    return "Count"


def given_environment(variables: dict[str, str]) -> dict[str, str]:
    """What a container has, and where the programs and models are here."""
    path = f"{PROGRAMS}:/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "CLOSECAST_MODELS": str(REPOSITORY / "models"), **variables}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def write_no_file() -> None:
    """Any write to a file ends the process, which starts in its own group."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


# Servers --------------------------------------------------------------------------------------------------------------


def option_faults(manifests: Manifests) -> Faults:
    """Options and variables that the programs do not have."""
    for workload, _, container in manifests.containers():
        name = container["command"][0] if container["command"][0] != "/bin/sh" else "closecast batch"
        asked = [str(PROGRAMS / name.split()[0]), *name.split()[1:], "--help"]
        text = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout
        offered = set(re.findall(r"^ +(--[a-z-]+)", text, re.MULTILINE))
        used = set(re.findall(r"(?<![\w-])--[a-z-]+", " ".join(container["args"])))
        for option in sorted(used - offered):
            yield f"{kustomization.identity(workload)}: {name} has no option {option}"
        for variable in container.get("env", []):
            if variable["name"].startswith("CLOSECAST_"):
                option = "--" + variable["name"].removeprefix("CLOSECAST_").lower().replace("_", "-")
                if option not in offered:
                    yield f"{kustomization.identity(workload)}: {variable['name']}: {name} has no option {option}"


class Served:
    """The server of a Deployment, started here with its own command."""

    def __init__(self, workload: dict, folder: pathlib.Path):
        template = workload["spec"]["template"]
        self.pod, self.container = template["spec"], template["spec"]["containers"][0]
        self.ports = {port["name"]: free_port() for port in self.container["ports"]}
        self.tls = any(word.startswith("--tls-certificate") for word in self.container["args"])
        variables = environment(self.container)
        words = command(self.container, variables)
        for index, word in enumerate(words):
            for option, name in (("--port=", "http"), ("--grpc-port=", "grpc")):
                if word.startswith(option):
                    words[index] = f"{option}{self.ports[name]}"
            for mount in self.container.get("volumeMounts", []):
                words[index] = words[index].replace(mount["mountPath"], str(folder / mount["name"]))
        words[0] = str(PROGRAMS / words[0])
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            words, env=given_environment(variables), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=write_no_file)

    def get(self, path: str, port: str = "http", **headers: str) -> tuple[int, bytes]:
        kind = http.client.HTTPSConnection if self.tls else http.client.HTTPConnection
        options = {"context": unverified()} if self.tls else {}
        with contextlib.closing(kind("127.0.0.1", self.ports[port], timeout=10, **options)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def wait(self) -> str | None:
        """Waits until the startup probe succeeds; returns why it does not."""
        probe = self.container["startupProbe"]
        while self.process.poll() is None and time.perf_counter() < self.started + probe["periodSeconds"] * probe["failureThreshold"]:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.get(probe["httpGet"]["path"])[0] == 200:
                    return None
            time.sleep(0.01)
        self.process.kill()
        lines = self.process.communicate()[1].decode().strip().splitlines()
        return f"the server does not start: exit status {self.process.returncode}: {lines[-1] if lines else 'no message'}"

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


def unverified() -> typing.Any:
    import ssl

    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


TOKEN = "closecast_" + 32 * "5a"


def secrets(folder: pathlib.Path) -> None:
    """Files as the Secrets of the example have them."""
    for name in ("tokens", "tls"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "tokens" / "tokens").write_text(TOKEN + "\n")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-keyout", folder / "tls" / "tls.key", "-out", folder / "tls" / "tls.crt"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for path in folder.glob("*/*"):
        path.chmod(0o440)


def server_faults(manifests: Manifests, folder: pathlib.Path, stops: bool) -> Faults:
    """stops: also check that the server ends in time after SIGTERM, which takes as long as its drain."""
    for workload in manifests.of("Deployment"):
        name = kustomization.identity(workload)
        secrets(folder)
        served = Served(workload, folder)
        try:
            fault = served.wait()
            if fault:
                yield f"{name}: {fault}"
                continue
            for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
                probe = served.container[kind]["httpGet"]
                if (probe.get("scheme", "HTTP") == "HTTPS") != served.tls:
                    yield f"{name}: {kind} asks by {probe.get('scheme', 'HTTP')}, which the server does not speak"
                status, _ = served.get(probe["path"])
                if status != 200:
                    yield f"{name}: {kind}: GET {probe['path']} is answered with {status}"
            tokens = any(word.startswith("--tokens") for word in served.container["args"])
            given = {"Authorization": f"Bearer {TOKEN}"} if tokens else {}
            annotations = workload["spec"]["template"]["metadata"]["annotations"]
            if (annotations.get("prometheus.io/scheme", "http") == "https") != served.tls:
                yield f"{name}: Prometheus asks by a scheme that the server does not speak"
            status, text = served.get(annotations["prometheus.io/path"], **given)
            if status != 200:
                yield f"{name}: GET {annotations['prometheus.io/path']} is answered with {status}"
            present = set(re.findall(r"^([a-z_]+)", text.decode(), re.MULTILINE))
            for scaler in manifests.of("HorizontalPodAutoscaler"):
                for metric in scaler["spec"]["metrics"]:
                    if "pods" in metric and metric["pods"]["metric"]["name"] not in present:
                        yield f"{kustomization.identity(scaler)}: the server has no metric {metric['pods']['metric']['name']}"
            yield from adapter_faults(manifests, text.decode())
            if tokens and served.get("/v2/models/daily-close-t")[0] != 401:
                yield f"{name}: the server answers without a token"
            status, _ = served.get("/v2/models/daily-close-t", **given)
            if status != 200:
                yield f"{name}: GET /v2/models/daily-close-t is answered with {status}"
            with socket.create_connection(("127.0.0.1", served.ports["grpc"]), timeout=5):
                pass
            if not stops:
                continue
            served.process.terminate()
            if served.process.wait(served.pod["terminationGracePeriodSeconds"]) != 0:
                yield f"{name}: exit status {served.process.returncode} after SIGTERM"
        finally:
            served.stop()


def adapter_faults(manifests: Manifests, text: str) -> Faults:
    """The rules of prometheus-adapter, against the metrics of a server and what the autoscaler asks for."""
    rules = yaml.safe_load((KUBERNETES / "prometheus-adapter" / "values.yaml").read_text())["rules"]["custom"]
    for rule in rules:
        series, labels = re.fullmatch(r"(\w+)\{(.*)\}", rule["seriesQuery"]).groups()
        asked = [
            metric["pods"]["metric"]["name"] for scaler in manifests.of("HorizontalPodAutoscaler")
            for metric in scaler["spec"]["metrics"] if "pods" in metric
        ]
        if series not in asked:
            yield f"prometheus-adapter: no autoscaler asks for {series}"
        for label, value in re.findall(r'(\w+)="([^"]*)"', rule["metricsQuery"]):
            if f'{series}{{{label}="{value}"}}' not in text:
                yield f'prometheus-adapter: no series {series} with {label}="{value}"'
        if not all(f'{label}!=""' in labels for label in rule["resources"]["overrides"]):
            yield "prometheus-adapter: the rule must exclude series without namespace or pod"


# Batches --------------------------------------------------------------------------------------------------------------


class Part:
    """One pod of an Indexed Job, run here with its own command."""

    def __init__(self, job: dict, index: int, folder: pathlib.Path, **changed: str):
        container = job["spec"]["template"]["spec"]["containers"][0]
        moved = {name: str(folder / value.removeprefix("/data").lstrip("/")) for name, value in environment(container).items() if value.startswith("/data")}
        variables = environment(container, JOB_COMPLETION_INDEX=str(index), **{**moved, **changed})
        self.words, self.variables = command(container, variables), given_environment(variables)

    def start(self, prepare: typing.Callable[[], None] | None = None) -> subprocess.Popen:
        """Starts it in a process group of its own, which stands for the container."""
        return subprocess.Popen(
            self.words, env=self.variables, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            preexec_fn=prepare)

    def run(self, prepare: typing.Callable[[], None] | None = None) -> int:
        process = self.start(prepare)
        self.messages = process.communicate(timeout=120)[1]
        return process.returncode


def fill_disk() -> None:
    """Files of this process cannot become longer than 100 bytes, as if the disk were full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def stop(process: subprocess.Popen, kind: signal.Signals) -> None:
    """Stops a container as Kubernetes does: SIGTERM is for its first process, SIGKILL for all."""
    if kind == signal.SIGTERM:
        process.send_signal(kind)
    elif process.poll() is None:
        os.killpg(process.pid, kind)


def forecasts(path: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@functools.cache
def series_and_forecasts() -> tuple[bytes, bytes]:
    """A file of series, and what one run answers to it."""
    program = str(PROGRAMS / "closecast")
    simulated = [program, "simulate", "--tickers", "24", "--days", "520", "--out", "-"]
    series = subprocess.run(simulated, check=True, stdout=subprocess.PIPE).stdout
    whole = subprocess.run([program, "batch", "--key"], input=series, check=True, stdout=subprocess.PIPE, env=given_environment({}))
    return series, whole.stdout


def batch_faults(manifests: Manifests, folder: pathlib.Path) -> Faults:
    for job in manifests.of("Job"):
        name, count = kustomization.identity(job), job["spec"]["completions"]
        series = folder / "series.ndjson"
        content, expected = series_and_forecasts()
        series.write_bytes(content)

        # The first part is stopped while it runs, and the second is killed; the last is run twice.
        for index, kind in ((0, signal.SIGTERM), (1, signal.SIGKILL)):
            process = Part(job, index, folder).start()
            draft = folder / f"part-{index}.ndjson.partial"
            while process.poll() is None and not (draft.exists() and b"\n" in draft.read_bytes()):
                time.sleep(0.002)
            stop(process, kind)
            process.communicate(timeout=60)
            # It may have finished just before, or finish the work in progress.
            status = 128 - process.returncode if process.returncode < 0 else process.returncode
            if status and action(job, status) != "Count":
                yield f"{name}: a part that was stopped (exit status {status}) is not tried again: {action(job, status)}"
            if status not in (0, 75, 137):
                yield f"{name}: a part that was stopped ended with exit status {status}"
        for index in [*range(count), count - 1]:
            part = Part(job, index, folder)
            status = part.run()
            if status != 0:
                yield f"{name}: part {index} ended with exit status {status}: {part.messages.strip()[-300:]}"
                return
        parts = [(folder / f"part-{index}.ndjson").read_bytes().splitlines(keepends=True) for index in range(count)]
        merged = b"".join(part[row] for row in range(max(map(len, parts))) for part in parts if row < len(part))
        if merged != expected:
            yield f"{name}: the parts do not give the bytes of one run"
        summary = json.loads((folder / f"part-{count - 1}.json").read_text())
        killed = json.loads((folder / "part-1.json").read_text())
        if not killed["resumed"]:
            yield f"{name}: the part that was killed began again with its first series"
        if summary["resumed"] != len(parts[-1]):
            yield f"{name}: the part that was run twice computed {len(parts[-1]) - summary['resumed']} series again"

        bad = folder / "bad.ndjson"
        bad.write_bytes(b'{"id":"short","closes":[1,2,3]}\n' + series.read_bytes().splitlines(keepends=True)[0])
        fresh = folder / "fresh"
        fresh.mkdir()
        # Each part's fault, its exit statuses, and the Job's action.
        broken = {
            "series that are too short": (Part(job, 0, folder, INPUT=str(bad), OUTPUT=str(fresh), SHARDS="1"), None, {0}, "Complete"),
            "no input": (Part(job, 0, folder, INPUT=str(folder / "none"), OUTPUT=str(fresh)), None, {66}, "FailJob"),
            "an invalid option": (Part(job, 7, folder, OUTPUT=str(fresh)), None, {64}, "FailJob"),
            "no folder for the output": (Part(job, 0, folder, OUTPUT=str(folder / "none")), None, {73}, "Count"),
            "a full disk": (Part(job, 1, folder, OUTPUT=str(fresh)), fill_disk, {74}, "Count"),
        }
        for what, (part, prepare, statuses, asked) in broken.items():
            status = part.run(prepare)
            if status not in statuses:
                yield f"{name}: {what}: exit status {status}, not {statuses}: {part.messages.strip()[-300:]}"
            elif action(job, status) != asked:
                yield f"{name}: {what}: exit status {status} leads to {action(job, status)}, not {asked}"
        if not (fresh / "part-0.json").exists():
            yield f"{name}: no summary of a part with a series that failed"
            return
        summary = json.loads((fresh / "part-0.json").read_text())
        if (summary["status"], summary["lines"], summary["failed"]) != ("complete", 2, 1):
            yield f"{name}: the summary does not count the series that failed: {summary}"
        if [("error" in answer) for answer in forecasts(fresh / "part-0.ndjson")] != [True, False]:
            yield f"{name}: a part with a series that failed is not complete"
        for status in (74, 75, 137, 143):
            if action(job, status) != "Count":
                yield f"{name}: exit status {status} leads to {action(job, status)}, not to another try"
        if job["spec"]["podFailurePolicy"]["rules"][0].get("onPodConditions", [{}])[0].get("type") != "DisruptionTarget":
            yield f"{name}: pods of drained nodes are not tried again without counting"


# Mutations ------------------------------------------------------------------------------------------------------------


def pod(manifests: Manifests) -> dict:
    return manifests.workloads()[0]["spec"]["template"]["spec"]


def container(manifests: Manifests) -> dict:
    return pod(manifests)["containers"][0]


class Mutation(typing.NamedTuple):
    """A deliberate fault, and a word of the message that must report it."""

    what: str
    folder: str
    change: typing.Callable[[Manifests], typing.Any]
    word: str


def renamed(args: list[str], old: str, new: str) -> None:
    args[:] = [word.replace(old, new) for word in args]


STATIC_MUTATIONS = [
    Mutation("a field that does not exist", "base", lambda m: pod(m).update(restartPolcy="Always"), "restartPolcy"),
    Mutation("a number instead of text", "base", lambda m: container(m)["env"][1].update(value=1024), "1024"),
    Mutation("an unknown enumerated value", "batch", lambda m: m.one("Job", "closecast-batch")["spec"].update(podFailurePolicy=7), "podFailurePolicy"),
    Mutation("a label of the pods is lost", "base", lambda m: m.one("Deployment", "closecast")["spec"]["template"]["metadata"]["labels"].popitem(), "selector"),
    Mutation("the Service selects other pods", "base", lambda m: m.one("Service", "closecast")["spec"].update(selector={"app": "closecast"}), "Service/closecast: the selector"),
    Mutation("the budget selects other pods", "base", lambda m: m.one("PodDisruptionBudget", "closecast")["spec"]["selector"].update(matchLabels={"a": "b"}), "PodDisruptionBudget"),
    Mutation("the network policy selects other pods", "batch", lambda m: m.one("NetworkPolicy", "closecast-batch")["spec"]["podSelector"].update(matchLabels={"a": "b"}), "no NetworkPolicy covers"),
    Mutation("the Service's port has another name", "base", lambda m: m.one("Service", "closecast")["spec"]["ports"][0].update(targetPort="web"), "no container has a port named web"),
    Mutation("the policy's port has another name", "base", lambda m: m.one("NetworkPolicy", "closecast")["spec"]["ingress"][0]["ports"][0].update(port="web"), "no container has a port named web"),
    Mutation("a probe's port has another name", "base", lambda m: container(m)["livenessProbe"]["httpGet"].update(port="web"), "livenessProbe: no port"),
    Mutation("no readiness probe", "base", lambda m: container(m).pop("readinessProbe"), "no readinessProbe"),
    Mutation("the option and the port differ", "base", lambda m: renamed(container(m)["args"], "--port=8080", "--port=9090"), "--port is 9090"),
    Mutation("the autoscaler's target is missing", "base", lambda m: m.one("HorizontalPodAutoscaler", "closecast")["spec"]["scaleTargetRef"].update(name="other"), "there is no Deployment/other"),
    Mutation("replicas beside an autoscaler", "base", lambda m: m.one("Deployment", "closecast")["spec"].update(replicas=2), "would reset"),
    Mutation("less time than the drain", "base", lambda m: pod(m).update(terminationGracePeriodSeconds=15), "terminationGracePeriodSeconds"),
    Mutation("other shards than completions", "batch", lambda m: m.one("Job", "closecast-batch")["spec"].update(completions=8), "8 completions and 4 shards"),
    Mutation("a claim that is missing", "batch", lambda m: m.objects.remove(m.one("PersistentVolumeClaim", "closecast-batch")), "there is no PersistentVolumeClaim"),
    Mutation("an account that is missing", "batch", lambda m: m.objects.remove(m.one("ServiceAccount", "closecast-batch")), "there is no ServiceAccount"),
    Mutation("a volume that is missing", "overlays/example", lambda m: pod(m)["volumes"].pop(), "no volume is named tls"),
    Mutation("a resource that is missing", "base", lambda m: container(m)["resources"]["requests"].pop("cpu"), "CLOSECAST_WORKERS refers"),
    Mutation("root", "base", lambda m: pod(m)["securityContext"].update(runAsUser=0), "runAsUser"),
    Mutation("a writable file system", "batch", lambda m: container(m)["securityContext"].update(readOnlyRootFilesystem=False), "readOnlyRootFilesystem"),
    Mutation("capabilities", "base", lambda m: container(m)["securityContext"].pop("capabilities"), "capabilities"),
    Mutation("no seccomp", "batch", lambda m: pod(m)["securityContext"].pop("seccompProfile"), "seccompProfile"),
    Mutation("no memory limit", "base", lambda m: container(m)["resources"].pop("limits"), "no limits.memory"),
    Mutation("a folder of the node", "batch", lambda m: pod(m)["volumes"].append({"name": "x", "hostPath": {"path": "/"}}), "policy refuses"),
]
PROGRAM_MUTATIONS = [
    (option_faults, Mutation("an option that does not exist", "base", lambda m: container(m)["args"].append("--drian-seconds=3"), "no option --drian-seconds")),
    (option_faults, Mutation("a variable that does not exist", "base", lambda m: container(m)["env"][0].update(name="CLOSECAST_WORKER"), "no option --worker")),
    (option_faults, Mutation("an option of the batch that does not exist", "batch", lambda m: renamed(container(m)["args"], "--resume", "--resumed"), "no option --resumed")),
    (server_faults, Mutation("a probe on a wrong path", "base", lambda m: container(m)["livenessProbe"]["httpGet"].update(path="/health"), "is answered with 404")),
    (server_faults, Mutation("neither tokens nor their absence", "base", lambda m: container(m)["args"].remove("--without-tokens"), "does not start")),
    (server_faults, Mutation("a metric that does not exist", "base", lambda m: m.one("HorizontalPodAutoscaler", "closecast")["spec"]["metrics"][0]["pods"]["metric"].update(name="queue"), "no metric queue")),
    (server_faults, Mutation("a probe without TLS", "overlays/example", lambda m: container(m)["livenessProbe"]["httpGet"].pop("scheme"), "livenessProbe asks by HTTP")),
    (server_faults, Mutation("a server that writes files", "base", lambda m: container(m)["args"].__setitem__(slice(0, 3), ["--database=written.db", "--host=127.0.0.1"]), "File too large")),
    (batch_faults, Mutation("the same shard in all parts", "batch", lambda m: renamed(container(m)["args"], "JOB_COMPLETION_INDEX + 1", "0 + 1"), "the parts do not give the bytes")),
    (batch_faults, Mutation("series that failed fail the part", "batch", lambda m: renamed(container(m)["args"], "[ $status -ne 1 ] || exit 0", ""), "exit status 1, not {0}")),
    (batch_faults, Mutation("every failure is hidden", "batch", lambda m: renamed(container(m)["args"], "exit $status", "exit 0"), "no input: exit status 0")),
    (batch_faults, Mutation("SIGTERM does not reach the program", "batch", lambda m: renamed(container(m)["args"], "trap 'kill -TERM $!' TERM", ""), "stopped ended with exit status 143")),
    (batch_faults, Mutation("a stopped program is not waited for", "batch", lambda m: renamed(container(m)["args"], "{ wait $!; status=$?; }", "true"), "stopped ended with exit status 143")),
    (batch_faults, Mutation("a stopped part ends the job", "batch", lambda m: m.one("Job", "closecast-batch")["spec"]["podFailurePolicy"]["rules"][1]["onExitCodes"]["values"].append(75), "75")),
    (batch_faults, Mutation("a full disk fails the part", "batch", lambda m: m.one("Job", "closecast-batch")["spec"]["podFailurePolicy"]["rules"][2].update(action="FailIndex"), "a full disk: exit status 74 leads to FailIndex")),
]


def found(check: typing.Callable, manifests: Manifests, is_mutation: bool = False) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="closecast-manifests-") as name:
        if check is server_faults:
            return list(check(manifests, pathlib.Path(name), stops=manifests.name == "base" and not is_mutation))
        if check is batch_faults:
            return list(check(manifests, pathlib.Path(name)))
    return list(check(manifests))


def mutation_faults(all_manifests: dict[str, Manifests], static: bool) -> Faults:
    mutations: list[tuple[typing.Callable, Mutation]] = [(static_faults, mutation) for mutation in STATIC_MUTATIONS]
    if not static:
        mutations += PROGRAM_MUTATIONS
    for check, mutation in mutations:
        changed = Manifests(mutation.folder, copy.deepcopy(all_manifests[mutation.folder].objects))
        mutation.change(changed)
        reported = found(check, changed, is_mutation=True)
        if not any(mutation.word in fault for fault in reported):
            yield f"{mutation.what} is not reported; found: {reported}"


# Everything -----------------------------------------------------------------------------------------------------------


def kubectl_faults(all_manifests: dict[str, Manifests]) -> Faults:
    """What `kubectl kustomize` makes of the folders, where it is installed."""
    program = shutil.which("kubectl")
    if not program:
        say("    skipped: kubectl is not installed")
        return
    for name, manifests in all_manifests.items():
        # It needs no cluster, and must not look for one.
        finished = subprocess.run(
            [program, "kustomize", str(KUBERNETES / name)], capture_output=True, text=True, env={**os.environ, "KUBECONFIG": "/dev/null"})
        if finished.returncode != 0:
            yield f"{name}: kubectl kustomize: {finished.stderr.strip()}"
            continue
        theirs = {kustomization.identity(item): item for item in yaml.safe_load_all(finished.stdout)}
        if theirs != {kustomization.identity(item): item for item in manifests.objects}:
            yield f"{name}: kubectl kustomize renders other objects than deploy/kustomization.py"


def unit_faults() -> Faults:
    """The systemd units, with the programs' path replaced by one that exists here."""
    if not shutil.which("systemd-analyze"):
        say("    skipped: systemd-analyze is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="closecast-units-") as name:
        units = []
        for path in sorted((DEPLOY / "backup").glob("*.*")):
            if path.suffix in {".service", ".timer"}:
                text = re.sub(r"/usr/(local/)?bin/closecast", "/bin/true", path.read_text())
                text = text.replace("/usr/local/lib/closecast/closecast-backup", "/bin/true")
                units.append(pathlib.Path(name) / path.name)
                units[-1].write_text(text)
        finished = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
        if finished.returncode != 0 or "closecast" in finished.stderr:
            yield f"deploy/backup: systemd-analyze: {finished.stderr.strip()}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="deploy/manifests-test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--static", action="store_true", help="without the programs")
    parser.add_argument("--mutations", action="store_true", help="list the faults that must be found, and end")
    given = parser.parse_args()
    if given.mutations:
        print("\n".join(m.what for m in [*STATIC_MUTATIONS, *(m for _, m in PROGRAM_MUTATIONS)]))
        return
    start = time.perf_counter()
    faults: list[str] = []

    def step(what: str, check: typing.Iterator[str]) -> None:
        say(f"{time.perf_counter() - start:5.1f} s  {what}")
        faults.extend(check)

    all_manifests = {name: Manifests(name, kustomization.rendered(KUBERNETES / name)) for name in FOLDERS}
    count = sum(len(manifests.objects) for manifests in all_manifests.values())
    for name, manifests in all_manifests.items():
        step(f"{name}: {len(manifests.objects)} objects", static_faults(manifests))
    step("kubectl kustomize", kubectl_faults(all_manifests))
    step("systemd units", unit_faults())
    if not given.static:
        for check, what in ((option_faults, "options"), (server_faults, "servers"), (batch_faults, "parts of a batch")):
            for name, manifests in all_manifests.items():
                step(f"{name}: {what}", iter(found(check, manifests)))
    step("faults made on purpose", mutation_faults(all_manifests, given.static))
    for fault in faults:
        say(f"manifests-test: {fault}")
    if faults:
        sys.exit(1)
    mutations = len(STATIC_MUTATIONS) + (0 if given.static else len(PROGRAM_MUTATIONS))
    say(f"manifests-test: {count} objects in {len(FOLDERS)} folders, {mutations} faults made and found, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
