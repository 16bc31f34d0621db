// Reads vitest's JSON report and prints "PASSED FAILED" for .ci/run; skipped tests and a failed runner count as failed.
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed = report.numPassedTests;
  failed = report.numTotalTests - report.numPassedTests;
  for (const suite of report.testResults) {
    if (suite.status !== 'passed' && suite.assertionResults.every((t) => t.status === 'passed')) {
      failed += 1; // a file that broke before or beside its tests
    }
    for (const test of suite.assertionResults) {
      if (test.status !== 'passed')
        console.error(`${test.status}: ${suite.name}: ${test.fullName}`);
    }
  }
} catch (error) {
  console.error(`no test report: ${error.message}`);
}
if (status !== '0' && failed === 0) failed = 1;
if (passed === 0 && failed === 0) failed = 1;
console.log(passed, failed);
