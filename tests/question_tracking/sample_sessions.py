"""Labeled sessions of several trades."""

from __future__ import annotations

BAKER = """== baker | en
1 How do you judge the dough?
2 Who taught you to bake bread?
3 Which oven do you use?
4 How do you sell cake?
--
R1,3 So how do you judge the dough, and which oven do you use?
C+ I press it with a thumb, and I use a stone oven.
R2 And who taught you to bake bread?
C- My father.
"""
OTHERS = """
== roofer | en
1 How do you measure a roof?
2 How do you carry tiles?
3 Which oven do you use?

== Maler | de
1 Wie streichen Sie eine Wand?
"""
