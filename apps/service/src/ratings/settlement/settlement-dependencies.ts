import type { Dependencies } from '../../platform/configuration/dependencies.ts';

/** What a settlement uses. */
export type SettlementDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;
