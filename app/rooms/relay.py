"""Socket handlers that relay WebRTC negotiation to the other participant."""

from __future__ import annotations

from app.core.schemas import ApiSchema
from app.realtime.events import Acknowledgment
from app.realtime.server import RealtimeServer
from app.rooms.events import (
    IceCandidateInit,
    RelayedAnswer,
    RelayedDescription,
    RelayedIceCandidate,
    RelayedOffer,
    SendAnswer,
    SendIceCandidate,
    SendOffer,
)
from app.rooms.participants import Participant, Participants


class Relay:
    """Forwards offers, answers and ICE candidates, labeled with the sender's role."""

    def __init__(self, server: RealtimeServer, participants: Participants) -> None:
        self._server = server
        self._participants = participants

    async def offer(self, sid: str, payload: SendOffer) -> Acknowledgment:
        sender = self._participants.require(sid)
        offer = RelayedDescription.model_validate(payload.offer)
        return await self._forward(sender, "offer", RelayedOffer(role=sender.role, offer=offer))

    async def answer(self, sid: str, payload: SendAnswer) -> Acknowledgment:
        sender = self._participants.require(sid)
        answer = RelayedDescription.model_validate(payload.answer)
        return await self._forward(sender, "answer", RelayedAnswer(role=sender.role, answer=answer))

    async def ice_candidate(self, sid: str, payload: SendIceCandidate) -> Acknowledgment:
        sender = self._participants.require(sid)
        candidate = None
        if payload.candidate is not None:
            candidate = IceCandidateInit.model_validate(payload.candidate)
        relayed = RelayedIceCandidate(role=sender.role, candidate=candidate)
        return await self._forward(sender, "ice-candidate", relayed)

    async def _forward(self, sender: Participant, event: str, payload: ApiSchema) -> Acknowledgment:
        other = self._participants.find_other(sender)
        if other is not None:
            await self._server.emit(event, payload, to=other.sid)
        return Acknowledgment()
