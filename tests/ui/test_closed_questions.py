"""A question that another line has closed is answered by nothing any more: a yes does no other deed."""

from tests.ui.places import place

from underkeep.terminal.plain import Plain


def test_a_yes_to_a_closed_question_does_nothing() -> None:
    chair = place("fight", "knave")
    lines, out = (
        ["retreat! everybody back south!", "Ludo throws down a ration and everybody whistles", "yes"],
        list[str](),
    )
    before = chair.state

    def read() -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    Plain(chair, read, out.append).run()
    assert "is that meant?" in "".join(out)
    assert chair.state == before
