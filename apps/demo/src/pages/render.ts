import type { SportRating } from '@partner-rating/client';
import { Eta } from 'eta';
import type { FormFault, ReportForm } from '../matches/report-form.ts';
import type { ClubSport } from '../matches/sports.ts';
import type { RatingTable } from '../player/rating-table.ts';
import type { ClubMember } from '../start/facts.ts';
import type { EventView } from '../webhooks/event-view.ts';
import { type Difference, percent, rating } from './words.ts';

const templates = new Eta({ views: import.meta.dirname, cache: true });

export interface HomePage {
  isConnected: boolean;
  playerName: string;
  email: string;
  password: string;
  serviceOrigin: string;
  /** Why webhooks cannot be received, in sentences; none where they can. */
  warnings: string[];
}

export interface RatingView extends Omit<SportRating, 'splits'> {
  sport: string;
  table: RatingTable;
}

export interface PlayerPage {
  name: string;
  memberNumber: number;
  location: string;
  isVairified: boolean;
  mayReadRatings: boolean;
  granted: string[];
  ratings: RatingView[];
  sports: readonly ClubSport[];
  members: ClubMember[];
  form: ReportForm;
  faults: FormFault[];
  events: EventView[];
  warnings: string[];
}

export interface ChangeView {
  before: string;
  after: string;
  difference: Difference;
}

export interface ReportPage {
  sport: string;
  outcome: 'won' | 'lost';
  teams: string[];
  scores: string;
  /** The player's own primary rating; null where the club may not read it. */
  own: ChangeView | null;
  players: (ChangeView & { name: string; isOwn: boolean })[];
  splits: (ChangeView & { name: string })[];
  matchId: string | null;
  batchId: string;
  events: EventView[];
  warnings: string[];
}

export interface MessagePage {
  title: string;
  paragraphs: string[];
  link: { address: string; text: string };
}

export function renderHome(page: HomePage): string {
  return templates.render('home', { ...page, title: 'Bring your rating to the club' });
}

export function renderPlayer(page: PlayerPage): string {
  const title = page.faults.length === 0 ? page.name : `Error: ${page.name}`;
  return templates.render('player', { ...page, title, rating, percent });
}

export function renderReport(page: ReportPage): string {
  return templates.render('report', { ...page, title: `${page.sport} match rated` });
}

export function renderMessage(page: MessagePage): string {
  return templates.render('message', page);
}

export function renderEvents(page: { events: EventView[] }): string {
  return templates.render('event-items', { ...page, arrive: true });
}
