import { openSkillWalk, RIVALS, type RivalWalk } from '@partner-rating/ratings/backtest';
import * as openskill from 'openskill';

/** The rating systems that the ratings are compared with. */
export const rivals: Readonly<Record<string, RivalWalk>> = {
  ...RIVALS,
  OpenSkill: openSkillWalk(openskill),
};
