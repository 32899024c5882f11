import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Asks what many ask in the same turn of the event loop by one statement: the busier the process
 * is, the more requests are read in one turn, and the more of them share a way to the database.
 * @param askAll Gives the answers in the order of the questions.
 * @param timeToAsk Until when questions are gathered: the end of the turn, or later.
 */
export function gatherQuestions<Question, Answer>(
  askAll: (questions: Question[]) => Promise<Answer[]>,
  timeToAsk: () => Promise<void> = endOfTurn,
): (question: Question) => Promise<Answer> {
  let gathered: { questions: Question[]; answers: Promise<Answer[]> } | null = null;

  async function askLater(questions: Question[]): Promise<Answer[]> {
    await timeToAsk();
    gathered = null;
    return await askAll(questions);
  }

  return async (question) => {
    if (gathered === null) {
      const questions: Question[] = [];
      gathered = { questions, answers: askLater(questions) };
    }
    const { questions, answers } = gathered;
    const place = questions.push(question) - 1;
    return (await answers)[place] as Answer;
  };
}
