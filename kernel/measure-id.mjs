// measureId: what of the kernel's sources can change a measured number, as text to be hashed. docs/decisions/0034 says why.
//
// From the exports that a host calls while it measures, every declaration that they reach, in the order in which they reach it.
// A name becomes a number, so neither a renamed nor a moved declaration changes the text; nor do comments, brackets that change
// nothing, or the way a number is written. The self-test is cut off: it calls the same code and no measurement calls it.
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** What a host calls from configure() to its last stamp, and the work that it times. Not the statistics of what it measured. */
const MEASURED = [
  ...['configure', 'channelStart', 'inputAt', 'inputRoom', 'inputReceived', 'inputEnded'],
  ...['poll', 'wakeNs', 'segmentCount', 'outputWritten', 'start', 'pause', 'resume', 'finish'],
  ...['cancel', 'slotIndex', 'slotAt', 'slotBytesUsed', 'slotDone', 'slotFileAt', 'slotFileBytes'],
  ...['PLAN', 'SEGMENTS', 'FAULT', 'CHANNEL', 'sessionRecord'],
  ...['columnAt', 'columnCount', 'columnWarmup', 'referenceWork'],
];

const SELF_TEST = /^selfcheck\//;

const isGrouped = (node) =>
  ts.isBinaryExpression(node) ||
  ts.isPrefixUnaryExpression(node) ||
  ts.isPostfixUnaryExpression(node) ||
  ts.isConditionalExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  ts.isAsExpression(node);

const DROPPED = new Set([ts.SyntaxKind.SemicolonToken, ts.SyntaxKind.ExportKeyword]);

/** 4_096, 4096 and 0x1000 are one number; 2.0 and 2 are not (one is no integer in AssemblyScript). */
function numberText(text) {
  const plain = text.replaceAll('_', '');
  return /^(0[xob][0-9a-f]+|\d+)$/i.test(plain) ? String(BigInt(plain)) : plain;
}

/** The declaration of a module that `node` is in or is: a function, or one variable of a statement. */
function outermost(node) {
  let found = node;
  while (!ts.isSourceFile(found.parent)) {
    if (ts.isVariableDeclaration(found) && ts.isSourceFile(found.parent.parent.parent)) break;
    found = found.parent;
  }
  return found;
}

class Tracer {
  constructor(folder, program) {
    this.folder = folder;
    this.checker = program.getTypeChecker();
    this.numbers = new Map();
    this.waiting = [];
    this.tokens = [];
  }

  room(node) {
    return relative(this.folder, node.getSourceFile().fileName).split(sep).join('/');
  }

  numberOf(declaration) {
    if (!this.numbers.has(declaration)) {
      this.numbers.set(declaration, this.numbers.size);
      this.waiting.push(declaration);
    }
    return `#${this.numbers.get(declaration)}`;
  }

  declarationOf(node) {
    let symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    if (symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return symbol.declarations?.[0];
  }

  /** `plan` in `plan.sessions` after `import * as plan`: the name alone says the same. */
  isModule(node) {
    const declaration = this.declarationOf(node);
    return declaration !== undefined && ts.isSourceFile(declaration);
  }

  /** A name of our own as a number, of AssemblyScript as it is, of the self-test as one word. */
  nameOf(node, within, locals) {
    const declaration = this.declarationOf(node);
    if (declaration === undefined) return node.text;
    const room = this.room(declaration);
    if (room.startsWith('..')) return node.text;
    if (SELF_TEST.test(room)) return '#self-test';
    const owner = outermost(declaration);
    if (owner !== within) return this.numberOf(owner);
    if (declaration === owner) return '#itself';
    if (!locals.has(declaration)) locals.set(declaration, locals.size);
    return `$${locals.get(declaration)}`;
  }

  write(node, within, locals) {
    if (DROPPED.has(node.kind)) return;
    if (ts.isParenthesizedExpression(node)) return this.write(node.expression, within, locals);
    if (ts.isPropertyAccessExpression(node) && this.isModule(node.expression))
      return this.write(node.name, within, locals);
    if (ts.isNumericLiteral(node)) return void this.tokens.push(numberText(node.getText()));
    if (ts.isIdentifier(node)) return void this.tokens.push(this.nameOf(node, within, locals));
    const children = node.getChildren().filter((child) => child.kind !== ts.SyntaxKind.JSDoc);
    if (children.length === 0 && node.kind !== ts.SyntaxKind.SyntaxList) {
      this.tokens.push(node.getText());
      return;
    }
    if (isGrouped(node)) this.tokens.push('(');
    children.forEach((child, index) => {
      const isTrailing = child.kind === ts.SyntaxKind.CommaToken && index === children.length - 1;
      if (!isTrailing) this.write(child, within, locals);
    });
    if (isGrouped(node)) this.tokens.push(')');
  }

  writeAll() {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const isConstant = ts.isVariableDeclaration(next) && next.parent.flags & ts.NodeFlags.Const;
      if (ts.isVariableDeclaration(next)) this.tokens.push(isConstant ? 'const' : 'let');
      this.write(next, next, new Map());
    }
  }
}

/** The sources below `folder` (kernel/assembly) as one text. `replaced` has other texts of files, for tests. */
export function measuredText(folder, replaced = new Map()) {
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, ts.sys);
  const host = ts.createCompilerHost(config.options);
  const parse = host.getSourceFile;
  host.getSourceFile = (name, target) => {
    const text = replaced.get(relative(folder, name).split(sep).join('/'));
    return text === undefined ? parse(name, target) : ts.createSourceFile(name, text, target);
  };
  const entry = join(folder, 'index.ts');
  const program = ts.createProgram([entry], config.options, host);
  const tracer = new Tracer(folder, program);
  const exported = new Map(
    tracer.checker
      .getExportsOfModule(tracer.checker.getSymbolAtLocation(program.getSourceFile(entry)))
      .map((symbol) => [symbol.name, tracer.checker.getAliasedSymbol(symbol)]),
  );
  for (const name of MEASURED) {
    const declaration = exported.get(name)?.declarations?.[0];
    if (declaration === undefined) throw new Error(`index.ts does not export ${name}`);
    tracer.tokens.push(name, tracer.numberOf(outermost(declaration)));
  }
  tracer.writeAll();
  return tracer.tokens.join('\n');
}
