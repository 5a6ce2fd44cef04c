/** Reports each spec file to the gate when it starts and when it ends, so that a run that is killed keeps the results it had. */
import path from 'node:path';
import { report } from '../gates/totals.mjs';
import { ROOT } from '../tools.mjs';

/** The source of a compiled spec, relative to the checkout. */
const toSource = (file) => path.relative(ROOT, file).replace('/dist/', '/src/').replace(/\.js$/, '.ts');

export default class GateReporter {
  onTestFileStart(test) {
    report({ type: 'file-start', file: toSource(test.path) });
  }

  onTestFileResult(test, { testResults, testExecError, failureMessage, perfStats }) {
    const tests = testResults.map(({ ancestorTitles, title, status }) => ({
      title: [...ancestorTitles, title].join(' > '),
      status,
    }));
    const failed = Boolean(testExecError) || tests.some(({ status }) => status === 'failed');
    report({
      type: 'file',
      file: toSource(test.path),
      tests,
      failed,
      message: failed ? (failureMessage ?? testExecError?.stack ?? testExecError?.message ?? '') : '',
      ms: Math.round((perfStats?.end ?? 0) - (perfStats?.start ?? 0)),
    });
  }
}
