import { devNull } from 'node:os';

const name = 'Rehearsal';
const email = 'rehearsal@localhost';

/**
 * The environment for git in a scratch copy: an author of its own, and no settings of the user who runs it,
 * who may have none, or sign every commit.
 */
export const gitEnvironment = {
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};
