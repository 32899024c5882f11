import type { RatedGame } from '../model/game-formats.ts';

type Values = Float64Array | Uint32Array | Uint16Array;

/** A column of numbers that can grow. For a million games, a value takes some bytes, while an object takes hundreds. */
export class Column {
  #values: Values;
  #length = 0;
  readonly #create: (length: number) => Values;

  constructor(create: (length: number) => Values) {
    this.#create = create;
    this.#values = create(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = this.#create(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }
}

/** A match whose players are numbers from 0, one number for each player in a sport. */
export interface PlayedMatch {
  sport: string;
  /** Milliseconds since 1970. */
  playedAt: number;
  teams: readonly (readonly number[])[];
  /** The rated games, at least one. */
  games: readonly RatedGame[];
  /** Whether it was played to its end. Only then do its games decide who won. */
  isFinished: boolean;
}

/** A match with the players' names. */
export interface NamedMatch extends Omit<PlayedMatch, 'teams'> {
  teams: readonly (readonly string[])[];
}

/** Holds matches in memory, in some hundred bytes each. */
export class MatchLog {
  readonly #sports: string[] = [];
  readonly #players = new Map<string, number>();
  #severalTeams = 0;
  readonly #sport = new Column((length) => new Uint16Array(length));
  readonly #playedAt = new Column((length) => new Float64Array(length));
  readonly #isFinished = new Column((length) => new Uint16Array(length));
  readonly #teams = new Column((length) => new Uint16Array(length));
  readonly #teamSize = new Column((length) => new Uint16Array(length));
  readonly #firstPlayer = new Column((length) => new Uint32Array(length));
  readonly #firstGame = new Column((length) => new Uint32Array(length));
  readonly #playersOfTeams = new Column((length) => new Uint32Array(length));
  readonly #firstScore = new Column((length) => new Uint32Array(length));
  readonly #winScore = new Column((length) => new Uint16Array(length));
  readonly #winBy = new Column((length) => new Uint16Array(length));
  readonly #scores = new Column((length) => new Uint16Array(length));

  /** The sports, in the order in which they were first added. */
  get sports(): readonly string[] {
    return this.#sports;
  }

  /** How many numbers stand for players. A player of two sports has two. */
  get players(): number {
    return this.#players.size;
  }

  get matches(): number {
    return this.#sport.length;
  }

  get games(): number {
    return this.#winScore.length;
  }

  /** The number of matches between more than two teams. */
  get severalTeams(): number {
    return this.#severalTeams;
  }

  add({ sport, playedAt, teams, games, isFinished }: NamedMatch): void {
    this.#sport.push(this.#sportNumber(sport));
    this.#playedAt.push(playedAt);
    this.#isFinished.push(isFinished ? 1 : 0);
    if (teams.length > 2) this.#severalTeams += 1;
    this.#teams.push(teams.length);
    this.#teamSize.push(teams[0]?.length ?? 0);
    this.#firstPlayer.push(this.#playersOfTeams.length);
    this.#firstGame.push(this.#winScore.length);
    for (const name of teams.flat()) this.#playersOfTeams.push(this.#playerNumber(sport, name));
    for (const { scores, winScore, winBy } of games) {
      this.#firstScore.push(this.#scores.length);
      this.#winScore.push(winScore);
      this.#winBy.push(winBy);
      for (const score of scores) this.#scores.push(score);
    }
  }

  /** Returns the matches' numbers by the time of play, and at the same time in the order in which they were added. */
  playedOrder(): Uint32Array {
    const moment = Float64Array.from({ length: this.matches }, (_, index) =>
      this.#playedAt.at(index),
    );
    return Uint32Array.from({ length: this.matches }, (_, index) => index).sort(
      (one, other) => (moment[one] ?? 0) - (moment[other] ?? 0) || one - other,
    );
  }

  at(index: number): PlayedMatch {
    const teams = this.#teams.at(index);
    const size = this.#teamSize.at(index);
    const firstPlayer = this.#firstPlayer.at(index);
    const lastGame = index + 1 < this.matches ? this.#firstGame.at(index + 1) : this.games;
    const games: RatedGame[] = [];
    for (let game = this.#firstGame.at(index); game < lastGame; game += 1) {
      const firstScore = this.#firstScore.at(game);
      games.push({
        scores: read(this.#scores, firstScore, teams),
        winScore: this.#winScore.at(game),
        winBy: this.#winBy.at(game),
      });
    }
    return {
      sport: this.#sports[this.#sport.at(index)] ?? '',
      playedAt: this.#playedAt.at(index),
      teams: Array.from({ length: teams }, (_, team) =>
        read(this.#playersOfTeams, firstPlayer + team * size, size),
      ),
      games,
      isFinished: this.#isFinished.at(index) === 1,
    };
  }

  #sportNumber(sport: string): number {
    const known = this.#sports.indexOf(sport);
    return known === -1 ? this.#sports.push(sport) - 1 : known;
  }

  #playerNumber(sport: string, name: string): number {
    const key = `${sport}\n${name}`;
    const known = this.#players.get(key);
    if (known !== undefined) return known;
    this.#players.set(key, this.#players.size);
    return this.#players.size - 1;
  }
}

function read(column: Column, first: number, count: number): number[] {
  const values: number[] = [];
  for (let index = first; index < first + count; index += 1) values.push(column.at(index));
  return values;
}
