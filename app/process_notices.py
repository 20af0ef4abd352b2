"""Notices between the server processes of a cluster, and their handlers (ADR 0055)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any

import anyio.to_thread

from app.api import AppServices
from app.core.cluster import Cluster
from app.core.schemas import ApiSchema
from app.core.stored_settings import read_effective
from app.documents.schemas import DocumentProgress
from app.scheduled_jobs.runner import JobRunner
from app.work_queue.workers import Workers


def join_cluster(cluster: Cluster, services: AppServices, job_runner: JobRunner) -> None:
    """Connect this process to the others. Call once, after all hooks are installed."""
    hooks = services.state.hooks
    _share(cluster, "interview-changed", hooks.after_interview_changed)
    _share(cluster, "lines-appended", hooks.after_lines_appended)
    _share(cluster, "lines-removed", hooks.after_lines_removed)
    _share(cluster, "access-ended", hooks.after_access_ended)
    _share_document_progress(cluster, services)
    _share_settings(cluster, services)
    services.billing_watch.announce_elsewhere = lambda user_ids: cluster.notices.publish(
        "billing-changed", sorted(user_ids)
    )
    cluster.notices.listen("billing-changed", services.billing_watch.announce)
    _share_work(
        cluster,
        (services.document_workers, services.analysis_workers, services.recording_import_workers),
    )
    cluster.on_background += [services.take_over, job_runner.take_over]
    cluster.on_room_lost.append(services.rooms.give_up)
    cluster.on_reread.append(services.rooms.reread)


def _share(cluster: Cluster, topic: str, listeners: list[Callable[..., Awaitable[None]]]) -> None:
    """Call the listeners of a hook in every process."""
    own = tuple(listeners)

    async def publish(*arguments: Any) -> None:
        cluster.notices.publish(topic, *arguments)

    async def receive(*arguments: Any) -> None:
        for listener in own:
            await listener(*arguments)

    listeners.insert(0, publish)
    cluster.notices.listen(topic, receive)


def _share_document_progress(cluster: Cluster, services: AppServices) -> None:
    listeners = services.state.hooks.document_progressed
    own = tuple(listeners)

    async def publish(owner_id: str, progress: ApiSchema) -> None:
        cluster.notices.publish("document-progressed", owner_id, progress.to_wire())

    async def receive(owner_id: str, progress: dict[str, Any]) -> None:
        for listener in own:
            await listener(owner_id, DocumentProgress.model_validate(progress))

    listeners.insert(0, publish)
    cluster.notices.listen("document-progressed", receive)


def _share_settings(cluster: Cluster, services: AppServices) -> None:
    """Reload the settings after an administrator has changed them in another process."""
    state = services.state

    async def read_settings() -> None:
        state.settings = await anyio.to_thread.run_sync(
            partial(read_effective, state.database, base=state.base_settings, sealer=state.sealer)
        )

    state.hooks.after_settings_changed.append(lambda: cluster.notices.publish("settings-changed"))
    cluster.notices.listen("settings-changed", read_settings)
    cluster.on_reread.append(read_settings)


def _share_work(cluster: Cluster, all_workers: Collection[Workers]) -> None:
    async def wake() -> None:
        for workers in all_workers:
            workers.wake()

    async def cancel(keys: list[str]) -> None:
        for workers in all_workers:
            workers.cancel(keys)

    for workers in all_workers:
        workers.wake_active = partial(cluster.notices.publish, "work")
        workers.cancel_active = lambda keys: cluster.notices.publish("work-cancelled", list(keys))
    cluster.notices.listen("work", partial(_if_background, cluster, wake))
    cluster.notices.listen("work-cancelled", partial(_if_background, cluster, cancel))


async def _if_background(cluster: Cluster, action: Callable[..., Awaitable[None]], *arguments: Any) -> None:
    if cluster.is_background:
        await action(*arguments)
