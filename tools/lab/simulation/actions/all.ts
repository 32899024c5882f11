// The list of all actions of the simulation.

import {
  editProfile,
  eraseOwn,
  exportAccount,
  openShared,
  readAccount,
  secure,
  share,
} from './account.ts';
import type { Action } from './action.ts';
import { loadAddress } from './addresses.ts';
import { changeEmail } from './change-email.ts';
import { connect, grantLess } from './connect.ts';
import { replaceMatch, voidMatch } from './corrections.ts';
import { disconnect } from './disconnect.ts';
import { changeEndpoint, makeEndpoint, testWebhook } from './endpoints.ts';
import { reportEqualScores } from './equal-scores.ts';
import { followUpdates } from './follow-updates.ts';
import { guessCode } from './guess-code.ts';
import { makeKey, revokeKey, useKey } from './keys.ts';
import { chooseMails, mailPlayers, stopMails } from './mails.ts';
import { forgetPassword, register } from './newcomers.ts';
import {
  decideAsOperator,
  editMember,
  endPartner,
  erase,
  lock,
  rebuild,
  redeliverAsOperator,
  suspend,
} from './operator.ts';
import { comeBack, guessAsOperator, setUpOperator } from './operator-accounts.ts';
import { redeliverByPage } from './operator-deliveries.ts';
import { workByPage } from './operator-jobs.ts';
import { voidByPage } from './operator-matches.ts';
import { administerMember } from './operator-members.ts';
import { lookAround } from './operator-pages.ts';
import { administerPartner } from './operator-partners.ts';
import { callAsProgram, makeToken, revokeToken } from './operator-programs.ts';
import { lookUp } from './operator-reads.ts';
import { predict } from './predict.ts';
import { readRank } from './read-boards.ts';
import { listMatches, listMatchesOf } from './read-matches.ts';
import { listConnected, readMembers, search } from './read-players.ts';
import { reportAgain } from './report-again.ts';
import { answerResult, changeDiscovery } from './results.ts';
import { removeFactor, renewCodes, turnOffFactor, turnOnFactor } from './second-factor.ts';
import { foldBoards, prune, restart, settle, wait } from './service.ts';
import { endSession } from './sessions.ts';
import { submit } from './submit.ts';
import { manageTeam } from './team.ts';
import { changeTeam, useConsole } from './teams.ts';
import { readByToken, refresh } from './tokens.ts';
import { claimResults, importTournament } from './tournament.ts';
import { changeMood, redeliver } from './webhooks.ts';

/** Every action, by its name in a story. */
export const actions = {
  connect,
  manageTeam,
  grantLess,
  disconnect,
  refresh,
  readByToken,
  submit,
  reportAgain,
  reportEqualScores,
  voidMatch,
  replaceMatch,
  answerResult,
  changeDiscovery,
  readAccount,
  editProfile,
  share,
  openShared,
  mailPlayers,
  chooseMails,
  stopMails,
  secure,
  endSession,
  turnOnFactor,
  turnOffFactor,
  guessCode,
  renewCodes,
  removeFactor,
  changeEmail,
  loadAddress,
  exportAccount,
  eraseOwn,
  register,
  forgetPassword,
  importTournament,
  claimResults,
  suspend,
  lock,
  erase,
  decideAsOperator,
  rebuild,
  editMember,
  redeliverAsOperator,
  lookUp,
  setUpOperator,
  comeBack,
  guessAsOperator,
  lookAround,
  administerPartner,
  administerMember,
  voidByPage,
  redeliverByPage,
  workByPage,
  endPartner,
  makeToken,
  revokeToken,
  callAsProgram,
  changeTeam,
  useConsole,
  makeKey,
  revokeKey,
  useKey,
  makeEndpoint,
  changeEndpoint,
  testWebhook,
  changeMood,
  redeliver,
  search,
  readMembers,
  listConnected,
  predict,
  readRank,
  listMatches,
  listMatchesOf,
  followUpdates,
  settle,
  foldBoards,
  prune,
  restart,
  wait,
} satisfies Record<string, unknown>;

/** Returns an action, for callers that know only its name. */
export const actionNamed = (name: string): Action<object> =>
  (actions as unknown as Record<string, Action<object>>)[name] ?? fail(name);

function fail(name: string): never {
  throw new Error(`Nothing is called ${name}.`);
}
