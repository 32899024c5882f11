import { countText, plural } from '../../../platform/pages/domain/locale.ts';

/** The texts of the matches page, of a result, and of results that wait for their player. */
export const matchesTexts = {
  matches: {
    title: 'Your matches',
    offered: 'Are these yours?',
    offeredResults: (count: number) =>
      plural(count, {
        one: '*One result was reported under your email address* that nobody has claimed.',
        other: '*{count} results were reported under your email address* that nobody has claimed.',
      }),
    offeredMoreThan: (count: number) =>
      `*More than ${countText(count)} results were reported under your email address* that nobody has claimed.`,
    select: 'Select your results',
    waiting: 'Waiting for your answer',
    waitingHint:
      'Somebody reported these results. Until you confirm them, they do not move your rating. [Who moves your rating]',
    all: 'All matches',
    noneEarlier: 'There are no earlier matches.',
    noneOther: 'You have no other matches yet.',
    none: 'Nobody has reported a result of yours yet.',
    earlier: 'Show earlier matches',
    latest: 'Back to the latest',
    explained:
      '[Ratings explained]: what was expected of you, and why a match moved your rating by so much.',
  },
  result: {
    won: 'Won',
    lost: 'Lost',
    notRated: 'Not rated',
    level: 'Level',
    drawn: 'Drawn',
    noWinner: 'No winner',
    unknownWinner: 'Winner not known',
    endings: {
      retired: 'retired',
      walkover: 'walkover',
      defaulted: 'disqualified',
      timed: 'time ran out',
      drawn: 'drawn',
      abandoned: 'abandoned',
    },
    teams: '{own} against {others}',
    withAgainst: 'with {partners} against {opponents}',
    against: 'against {opponents}',
    from: (rating: string) => `from ${rating}`,
    to: (rating: string) => `to ${rating}`,
    playedOn: (sport: string) => `${sport}, {played}`,
    reportedBy: 'Reported by *{application}* {reported}',
    gamesWon: (won: number, games: string) => `Won ${countText(won)} of ${games}`,
    pointsScored: (share: string) => `Scored ${share} of the points`,
    withExpected: (words: string, expected: string) => `${words}, ${expected} expected`,
    states: {
      voided: 'Voided',
      disputed: 'You said it is wrong',
      upheld: 'The result is right',
      distinct: 'Waits for the other players',
      held: 'Reported twice?',
      denied: 'Does not count for you',
      unconfirmed: 'Not confirmed',
    },
    voidedBy:
      '{application} voided it on {date}. Ratings are calculated without it. Ask {application} for the reason.',
    voidedByOperator:
      'The operator of the service voided it on {date}. Ratings are calculated without it. Ask the operator for the reason.',
    voidedBySomebody:
      'It was voided on {date}. Ratings are calculated without it. Ask {application} for the reason.',
    upheld:
      'You objected, and an operator of the service decided that the result is right: {reason}',
    answers: {
      confirm: 'Confirm',
      deny: 'This is wrong',
      dispute: 'This is wrong',
      distinct: 'This was another match',
    },
    reasons: {
      rose: 'You did better than expected, so your rating rose.',
      fell: 'You did worse than expected, so your rating fell.',
      asExpected: 'You did as well as expected, so your rating stayed.',
      winLimited:
        'You won, but by less than expected. A win never lowers your rating, so it stayed.',
      lossLimited:
        'You lost, but by less than expected. A loss never raises your rating, so it stayed.',
      contradicted:
        'The finished games show another winner than the report names, so they move no rating.',
      denied: 'You said that this is wrong, so it does not move your rating.',
      unconfirmed: 'You have not confirmed this result, so it does not move your rating.',
      voided: 'It was voided, so it does not count.',
      held: 'It may repeat another report, so it does not count for now.',
      noGame: 'No game of it counts, so it does not move your rating.',
    },
  },
  wrongResult: {
    heading: 'What is wrong with this result?',
    result: '{teams}: {scores}. {sport}, {played}.',
    notified: (application: string) => `${application} is notified, and can void the result.`,
    deny: 'The result does not move your rating. You can still confirm it later.',
    dispute: 'Until then, the result counts. You cannot take this answer back.',
    reason: 'Choose one',
    reasons: {
      not_played: 'I did not play this match',
      wrong_score: 'The score is wrong',
      wrong_day: 'It was played on another day',
      other: 'Something else',
    },
    notSent: 'Your answer was not sent',
    noReason: 'Choose what is wrong.',
    submit: 'Report as wrong',
  },
  claims: {
    title: 'Which of these did you play?',
    lead: 'Applications reported these results under *{email}*, and nobody has claimed them.',
    heading: 'Results under your address',
    none: 'There are none.',
    hint: 'Select those that you played. They count for your rating from then on, and you cannot undo this. The others stay with the players they were reported for, and you are not asked about them again.',
    claim: 'Claim selected results',
    noneIsMine: 'None of these are mine',
  },
  reported: {
    legend:
      'Results were also reported under your address with these names. Select the names that are yours.',
    person: (results: number) =>
      plural(results, { one: '{person}, one result', other: '{person}, {count} results' }),
  },
};
