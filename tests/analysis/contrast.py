"""Pairs of invented answers to one question, of about the same length: one concrete, one vague."""
# ruff: noqa: E501 - the answers are compared side by side

from __future__ import annotations

PAIRS: tuple[tuple[str, str, str], ...] = (
    (
        "How did you bring the response time of the search page down?",
        "I profiled the slow queries first and found one join that read four million rows. I added a partial index and "
        "rewrote the filter, and the p95 fell from 2.4 seconds to 310 milliseconds. We checked it for two weeks in Grafana.",
        "Performance is always important, so I always make sure that the code is of high quality. You look at various things, "
        "I guess, and then you kind of optimise them until everyone is happy. It depends on the situation, really.",
    ),
    (
        "Tell me about a conflict with a colleague and how you settled it.",
        "In March our designer and I disagreed about the checkout form. I asked her to sit with me for an hour, we watched five "
        "recorded sessions together, and I agreed to drop my version because three of the users missed the button.",
        "I'm a team player, so I get along with everybody. Conflicts happen in general, but good communication is key. "
        "I think you have to be open and always try to stay positive, and then at the end of the day it works out.",
    ),
    (
        "Describe a time when you had to deal with a very angry customer.",
        "A hotel manager rang me in July because forty towels had come back stained. I drove there the same afternoon, took the "
        "towels with me, and we refunded 180 pounds. Then I changed the sorting rule, and the hotel renewed its contract in September.",
        "Customers can be difficult, but the customer is the most important thing. I believe I'm quite good with people, "
        "so I would probably just calm them down somehow. I try to do my best and go the extra mile, and stuff like that.",
    ),
    (
        "What did you do to get the month-end close done sooner?",
        "The close took nine working days when I came. I listed every manual entry, found 62 of them, and wrote recurring "
        "templates for 41. I also asked the warehouse to send the counts on the 28th. By June we closed in five days.",
        "Closing is a big topic everywhere, I suppose. We try to work hard and follow best practices, and the team is very careful. "
        "There are many things you can improve, more or less all kinds of things, and I would say we did quite well.",
    ),
    (
        "How do you check that a machine is safe before you start work on it?",
        "First I lock the main switch and hang my own tag on it, then I press start to see that nothing moves. I measure the "
        "voltage at the terminal, because a contactor can stick. If the press is hydraulic I open the relief valve and read the gauge.",
        "Safety is very important and everyone knows that. You have to be careful and use common sense, basically. "
        "I think we have a good system, so usually there's no problem. I'd say experience is the most important thing.",
    ),
    (
        "Have you ever taught something that pupils found hard? What did you do?",
        "Fractions, with year six. Eleven of my twenty-eight pupils failed the first test. I cut paper strips and let them fold "
        "thirds and sixths for a week, then I asked each of them to explain one to a partner. On the second test two failed.",
        "Teaching is my passion, so I always find a way. Every child is different, and it depends on the child. "
        "I guess you have to motivate them and make it fun, or something like that, and then they generally get it.",
    ),
    (
        "Walk me through the last campaign you ran.",
        "In May I ran the launch for a garden centre in Leeds. I spent 6,000 pounds, split between local radio and Instagram, "
        "and I tested three headlines in the first week. The second one sold 420 vouchers, so we moved the whole budget to it.",
        "We did a lot of campaigns with all kinds of channels and the latest technologies. I was sort of involved in everything. "
        "It went well, I think, people liked it, and my boss was happy. Marketing is about being creative and passionate.",
    ),
    (
        "How would you find out why the deliveries to one region are late?",
        "First I'd compare the promised and the real times per depot, because if it's one depot it's staffing and if it's all of "
        "them it's the route plan. Then I'd ride along for a day with two drivers and time the stops. I'd check the loading scans too.",
        "I would look into it and talk to the people, probably. Late deliveries can have various reasons, it's hard to say. "
        "I think the most important thing is communication, and then you kind of find a solution together with everyone.",
    ),
)
