"""From PCM frames to stored lines: pure of HTTP and of the database.

``stream`` (frames, voice activity, utterances) → ``decoding`` (one queue before the speech engine)
→ ``filtering`` (what is not speech) → ``live`` (the session of one interview, which ties them).
"""
