"""Live transcription pipeline: PCM frames in, stored lines out. Knows neither HTTP nor the database.

``session`` takes frames of one interview → ``stream`` finds utterances (``segmentation``,
``voice_activity``) → ``interims`` and ``finals`` decode them through ``decoding``, one queue in front
of the speech engine → ``decision`` and ``filtering`` choose the text or suppress it.
"""
