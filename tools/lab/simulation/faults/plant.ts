// Loaded before the service with `node --import`. Changes the source while it is read, so that it
// has the fault that PLANTED_FAULT names. No file changes.
import { registerHooks } from 'node:module';
import { plantedFaults } from './faults.ts';

const fault = plantedFaults.find(({ name }) => name === process.env.PLANTED_FAULT);
if (fault === undefined) throw new Error(`There is no fault ${process.env.PLANTED_FAULT}.`);

const url = import.meta.resolve(`@partner-rating/service/src/${fault.file}`);

registerHooks({
  load: (loaded, context, nextLoad) => {
    const result = nextLoad(loaded, context);
    if (loaded !== url) return result;
    const source = String(result.source);
    if (!source.includes(fault.search))
      throw new Error(`${fault.name} is not in ${fault.file} any more.`);
    return { ...result, source: source.replace(fault.search, () => fault.replace) };
  },
});
