import type { FaultItem } from '@partner-rating/server';
import { isSport, sports } from '../../ratings/domain/sports.ts';

export function sportFaults(sport: string, pointer: string): FaultItem[] {
  if (isSport(sport)) return [];
  const detail = `There is no sport ${sport}. Use one of ${sports.join(', ')}.`;
  return [{ pointer, code: 'unknown_sport', detail }];
}
