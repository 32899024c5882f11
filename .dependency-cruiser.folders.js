// No circle of folders, type imports included. A folder and those inside it count as one. Tests may reach across, so they
// are left out here.
import base from './.dependency-cruiser.js';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-folder-cycle',
      comment: 'Folders that need each other are one folder, or lack a third that both may use.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...base.options,
    exclude: {
      path: String.raw`${base.options.exclude.path}|\.test\.ts$|(?<!^packages/client/src)/testing/|/(test-support|tests|bench|examples|fuzz)/`,
    },
  },
};
