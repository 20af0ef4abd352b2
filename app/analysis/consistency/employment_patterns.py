"""Patterns of employment: starts, ends, stays, first jobs, roles and reasons for leaving.

They are written on sentences whose values and employers are marked (``spoken.py``, ``employers.py``).
"""

from __future__ import annotations

import re

_E = r"@(?P<e>\d+)"
_E_OPTIONAL = r"(?:(?:at |with |for |from |by )?@(?P<e>\d+) )?"
_D = r"(?P<d>&\d+_\d+)"
_L = r"(?P<l>![\d.]+_[\d.]+)"
_WORD = r"(?:(?!(?:and|but|then|when|where|which|until|till|left|after|before|who|because|so|he|she|they|we)\b)[\w'+#]+,? )"
_UP_TO_3 = rf"{_WORD}{{0,3}}?"
UP_TO_6 = rf"{_WORD}{{0,6}}?"
_IN = r"(?:(?:back )?(?:in|around|about|at|from|on|since|during) )?(?:about |around |roughly |the )?"
_JOINED = (
    r"(?:joined|started (?:out )?(?:at|with)|started working (?:at|for|with)|came (?:to|into)|moved (?:over )?to|went to"
    r"|began (?:working )?(?:at|with|for)|switched to|transferred to|was hired (?:by|at)|got hired (?:by|at)|got a job (?:at|with)"
    r"|was taken on (?:by|at))"
)
_LEFT = (
    r"(?:left|quit|resigned(?: from)?|finished(?: at| with)?|moved on(?: from)?|was laid off(?: from| by)?"
    r"|was let go(?: from| by)?|was made redundant(?: from| by| at)?|was fired(?: from| by)?|departed(?: from)?)"
)
_AT = r"(?:at|with|for|in)"
_STAY = r"(?:was|am|been|worked|work|working|stayed|spent|served|did|remained|had|employed)"

_NEWLY = (
    r"(?:only |just |barely |hardly |scarcely |not long ){1,2}"
    r"(?:landed|started|joined|arrived|begun|come|moved|gone|been)(?: (?:at|to|with|over to))?"
)

STARTS = [
    re.compile(pattern)
    for pattern in (
        rf"\bi (?:have |had |only |actually |first |originally |then ){{0,2}}{_JOINED} {_E} {UP_TO_6}{_IN}{_D}",
        rf"{_D} (?:, )?(?:(?:is|was|that is|that was) when )?i (?:first |then )?{_JOINED} {_E}",
        rf"\bi (?:have|had) (?:been|worked|been working) {UP_TO_6}{_AT} {_E} (?:now )?since {_IN}{_D}",
        rf"\bi have (?:been|worked|been working) {_AT} {_E} [^@&]{{0,60}}since {_IN}{_D}",
        rf"\b(?:have|had) (?:only |just )?been {_AT} {_E} (?:ever )?since {_IN}{_D}",
        rf"\b(?:have|had) (?:only |just )?been {_AT} {_E} since [^@&#!.]{{1,30}} {_D}",
        rf"{_D} [^@&!.]{{0,40}}\bi had {_NEWLY} {_E}",
        rf"\bi had {_NEWLY} {_E} [^@&!.]{{0,40}}{_D}",
        rf"{_E} (?:hired|employed|took) me (?:on )?{_UP_TO_3}{_IN}{_D}",
        rf"\bmy first day {_AT} {_E} was {_UP_TO_3}{_IN}{_D}",
        rf"\bsince {_D} (?:, )?i have (?:been|worked) {UP_TO_6}{_AT} {_E}",
        rf"\bi (?:have |had |only ){{0,2}}joined (?:them |the company )?(?:{_AT} @(?P<e>\d+) )?(?:back )?(?:in|around) {_D}",
        rf"\bi (?:have |only |first )?started (?:{_AT} @(?P<e>\d+) )(?:back )?(?:in|around) {_D}",
    )
]
_NEW = r"i had (?:only |just |barely |hardly |scarcely ){1,2}(?:started|joined|begun|been there|been here)"
NEWCOMER = [
    re.compile(rf"\b{_NEW}(?: there| here)?(?: in| (?:when|before|since)\b[^@&!.]{{0,30}})? {_D}"),
    re.compile(rf"{_D} [^@&!.]{{0,40}}\b{_NEW}(?= (?:there|here)\b| ?(?:$|[.,;]))"),
]
"""The start of a job whose employer is not named."""
START_BY_STAY = re.compile(
    rf"\bi had (?:only |just |barely |hardly |scarcely ){{0,2}}been {_AT} {_E} [^@&!.]{{0,20}}{_L} (?:when|before|by the time) [^@&!.]{{0,20}}{_D}"
)
"""A stay until some point in time: the start is that much before."""
ENDS = [
    re.compile(pattern)
    for pattern in (
        rf"\bi (?:have |had |then |finally |eventually |only ){{0,2}}{_LEFT} {_E_OPTIONAL}(?:it |them |the company )?{_IN}{_D}",
        rf"{_D} (?:, )?(?:(?:is|was|that is|that was) when )?i (?:then |finally )?{_LEFT} {_E}",
        rf"{_E} (?:went under|went bust|went bankrupt|closed(?: down)?|shut(?: down)?|folded) {_IN}{_D}",
        rf"\bi have not (?:been|worked) {_AT} {_E} since {_IN}{_D}",
        rf"\bi (?:stopped|finished)(?: working)? {_AT} {_E} {_IN}{_D}",
        rf"\bmy (?:last day|contract|time) {_AT} {_E} (?:was|ended|ran out|finished|stopped) {_IN}{_D}",
        rf"{_E} (?:let me go|laid me off|made me redundant|fired me|dismissed me) {_UP_TO_3}{_IN}{_D}",
        rf"\bi lost my (?:job|place|position) {_AT} {_E} {_IN}{_D}",
        rf"\bi (?:was|worked|stayed|have been|had been|remained|was working) {UP_TO_6}{_AT} {_E} {_UP_TO_3}(?:until|till|up to|up until) "
        rf"(?:about |around |the )?{_D}",
        rf"\bi (?:stayed|worked|was|remained) (?:on )?(?:{_AT} @(?P<e>\d+) )(?:until|till|up until) (?:about |around )?{_D}",
    )
]
FROM_TO = [
    re.compile(pattern)
    for pattern in (
        rf"{_AT} {_E} {_UP_TO_3}(?:from|between) {_D} (?:to|until|till|through|and|up to) (?P<t>&\d+_\d+|now|today|the present)",
        rf"(?:from|between) {_D} (?:to|until|till|through|and|up to) (?P<t>&\d+_\d+|now|today|the present) (?:, )?"
        rf"i (?:was|worked|have been) {UP_TO_6}{_AT} {_E}",
    )
]
STILL = [
    re.compile(pattern)
    for pattern in (
        rf"\bi am still (?:working |employed |based )?(?:at|with|for|by) {_E}",
        rf"\bi still work {_AT} {_E}",
        rf"\bi (?:currently|now) work {_AT} {_E}",
        rf"\bi am (?:currently|now|presently) (?:working |employed )?(?:as (?:a |an |the )?{_UP_TO_3})?(?:at|with|by|for) {_E}",
        rf"\bi (?:work|am working) {_UP_TO_3}{_AT} {_E} (?:now|at the moment|right now|today|these days|currently)",
        rf"\bmy (?:current|present) (?:job|employer|company|firm|role|position) (?:is )?(?:at |with |, )?{_E}",
        rf"\bi have been (?:working )?{_AT} {_E} (?:for |since |ever since)",
        rf"\bi have worked {_AT} {_E} since ",
    )
]
GONE = re.compile(
    rf"\bi (?:have |had |then |finally ){{0,2}}(?:left|quit|resigned from|was laid off from|was made redundant (?:at|by|from)|was let go (?:by|from)) {_E}(?! (?:for the day|early|on time))"
    rf"|\bi (?:am (?:not|no longer)|do not work|no longer work) (?:working |employed )?{_AT} @(?P<e2>\d+)(?: any ?more| any longer| now)?(?= ?(?:$|[.,;:?]| since))"
)
DURATIONS = [
    re.compile(pattern)
    for pattern in (
        rf"\bi (?:have |had |only |just |actually |also |really |even |then |first ){{0,2}}{_STAY} {UP_TO_6}{_AT} {_E} {_UP_TO_3}(?:for )?{_L}",
        rf"\bi (?:have |had |only |just |actually |also |really |even |then |first ){{0,2}}{_STAY} {UP_TO_6}{_L} {_UP_TO_3}{_AT} {_E}",
        rf"\b(?:my|after|during my|in my) {_L} {_AT} {_E}",
        rf"{_L} (?:, )?i (?:was|worked|stayed) {_AT} {_E}",
        rf"{_L} {UP_TO_6}(?:, )?(?:all|every one) (?:of (?:it|them|those|that) )?(?:been )?{_AT} {_E}",
        rf"(?:^|[.,;:] )(?:and |about |around |roughly |just |only |the |those |these ){{0,3}}{_L} {_AT} {_E}",
        rf"\b{_AT} {_E} (?:, )?(?:i (?:was|worked|stayed|spent) )?(?:only )?for {_L}",
        rf"\b(?:that|it|which|this) (?:was|lasted) (?:not |only |just |quite |very |a |short |long |one |stint |brief ){{0,5}}(?:, )?"
        rf"(?:only |just |about |around |roughly |maybe |a bit |for |i think ){{0,3}}(?P<e>)?{_L}(?![\d.]| of\b)",
        rf"\bi (?:only )?(?:stayed|lasted|did) (?:only |just |for |about |around |maybe ){{0,3}}(?P<e>)?{_L}(?= ?(?:$|[.,;]| and| then| before))",
    )
]
FIRST = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:my )?(?:very )?first (?P<kind>\w+ )?(?:job|position|employer|post|role) (?P<after>(?:after|out of|from|straight) (?:\w+ ){{1,4}}?)?"
        rf"(?:, )?(?:was|is|came) {UP_TO_6}(?:at |with |for |by )?{_E}",
        r"\b(?:that|it|this|they|which) (?:was|were) my (?:very )?first (?P<kind>\w+ )?(?:job|employer|position|post)\b(?P<e>)?",
        rf"{_E} (?:took|hired|employed) me (?:on )?(?:straight|right|directly) (?:from|out of|after) (?:\w+ ){{0,2}}?(?:school|college|university|uni|training|qualifying)",
        r"\b(?:before (?:that|then) ,? ?)?i had never (?:had a (?:real |proper )?job|worked)(?: anywhere)?(?: before)?(?= ?(?:$|[.,;:?]))(?P<e>)?",
        rf"\bi have (?:only ever|always) worked {_AT} {_E}",
        rf"{_E} is the only (?:place|company|employer) (?:that )?i have (?:ever )?worked",
        rf"\bi (?:started|began) (?:out )?my career {_UP_TO_3}{_AT} {_E}",
        rf"\bi started out {_UP_TO_3}{_AT} {_E}",
        rf"{_E} was my (?:very )?first (?P<kind>\w+ )?(?:job|employer|position|post)\b",
        rf"\bi (?:joined|went (?:straight )?to|started at|started with) {_E} (?:straight|right|directly) (?:from|out of|after) (?:\w+ ){{0,3}}?"
        r"(?:school|college|university|uni|training|apprenticeship|qualifying|graduating|graduation|degree)",
        rf"\b(?:straight|right|directly) (?:from|out of|after) (?:\w+ ){{0,3}}?(?:school|college|university|uni|training|qualifying|graduating)"
        rf" (?:, )?i (?:joined|went (?:straight )?to|started at|started with|got a job at) {_E}",
    )
]
ROLES = [
    re.compile(pattern)
    for pattern in (
        rf"\bi (?:was|am|worked as|work as|have been|had been|was working as) (?:the |a |an |their )?(?P<r>(?:[a-z]+ ){{1,5}}?)(?:{_AT}|of) {_E}",
        rf"\bas (?:the |a |an |their )?(?P<r>(?:[a-z]+ ){{1,5}}?){_AT} {_E}",
        rf"\bmy (?:job|title|role|position|job title) {_AT} {_E} (?:was|is) (?:the |a |an |that of )?(?P<r>(?:[a-z]++ ?){{1,5}})",
        rf"\b{_AT} {_E} ,? ?i (?:was|am|worked as) (?:the |a |an |their )?(?P<r>(?:[a-z]++ ?){{1,4}})(?= ?(?:$|[.,;:?]))",
        rf"\bi was hired (?:by|at) {_E} as (?:the |a |an |their )?(?P<r>(?:[a-z]++ ?){{1,4}})",
    )
]
REASONS = {
    "own": re.compile(
        r"\bi (?:just |simply |then )?(?:resigned|quit|handed in my (?:notice|resignation)|gave (?:my |in my )?notice"
        r"|decided to leave|chose to leave|left (?:voluntarily|of my own))\b"
    ),
    "employer": re.compile(
        r"\bi (?:was|got) (?:fired|sacked|dismissed|laid off|let go|made redundant)\b|\bthey (?:let me go|fired me|sacked me|laid me off)\b"
        r"|\bmade me redundant\b|\bmy (?:contract|job|position|role) was (?:terminated|cut|eliminated)\b"
    ),
}
