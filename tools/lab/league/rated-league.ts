import {
  currentModel,
  knownLead,
  type PlayedSkill,
  playerId,
  rateMatch,
  STARTING_SKILL,
  sportParameters,
} from '@partner-rating/ratings';
import type { RatedLeague } from './differences.ts';

const DISCIPLINE = { sport: 'pickleball', teamSize: 2 };

/** The service's ratings, from the first match of a league on. */
export function ratedLeague(): RatedLeague {
  const skills = new Map<string, PlayedSkill>();
  const perMu =
    sportParameters(DISCIPLINE.sport, DISCIPLINE.teamSize).scaleSpread / STARTING_SKILL.sigma;
  const skillOf = (player: string, at: number) => {
    const own = skills.get(player);
    return currentModel.skillAt({ id: playerId(player), own, primary: own }, DISCIPLINE, at);
  };
  return {
    rate(match) {
      const before = match.teams.map((team) =>
        team.map((player) => skillOf(player, match.playedAt)),
      );
      const { skills: rated } = rateMatch(before, match, currentModel.weigh);
      for (const [team, players] of match.teams.entries()) {
        for (const [position, player] of players.entries()) {
          const skill = rated[team]?.[position];
          if (skill !== undefined) skills.set(player, { ...skill, lastPlayed: match.playedAt });
        }
      }
    },
    difference: (one, other, at) =>
      knownLead([[skillOf(one, at)], [skillOf(other, at)]], DISCIPLINE.sport),
    rating: (player) => currentModel.ratingOf(skills.get(player)?.mu ?? STARTING_SKILL.mu),
    ratingAt: (strength) => currentModel.ratingOf(STARTING_SKILL.mu + strength / perMu),
  };
}
