// Loads a built kernel: reads the file, checks its sha256 and its signature, and refuses to measure with anything
// else. It knows nothing of trials.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EchometerError, EXIT, missingError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
