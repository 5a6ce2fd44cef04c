import { joinPath, type LineHeader } from './line-header.js';

/** Receives the rows of a line table in the order of the program. */
export interface LineSink {
  /** Code from the address on comes from this line. */
  row(address: number, file: number, line: number): void;
  /** Code ends before the address. */
  end(address: number): void;
}

const COPY = 1;
const ADVANCE_PC = 2;
const ADVANCE_LINE = 3;
const SET_FILE = 4;
const CONST_ADD_PC = 8;
const FIXED_ADVANCE_PC = 9;
const END_SEQUENCE = 1;
const SET_ADDRESS = 2;
const DEFINE_FILE = 3;

/** Runs a line program. @throws SymbolFileRefusal if it is cut off. */
export function runLineProgram(header: LineHeader, sink: LineSink): void {
  new LineMachine(header, sink).run();
}

/** The state machine of the standard, without the parts that only debuggers need. */
class LineMachine {
  #address = 0;
  #file = 1;
  #line = 1;

  constructor(
    private readonly header: LineHeader,
    private readonly sink: LineSink,
  ) {}

  run(): void {
    const { program, opcodeBase } = this.header;
    while (!program.isAtEnd) {
      const opcode = program.u8();
      if (opcode >= opcodeBase) this.#special(opcode);
      else if (opcode === 0) this.#extended();
      else this.#standard(opcode);
    }
  }

  #special(opcode: number): void {
    const { opcodeBase, lineBase, lineRange } = this.header;
    const adjusted = opcode - opcodeBase;
    this.#advance(Math.floor(adjusted / lineRange));
    this.#line += lineBase + (adjusted % lineRange);
    this.#emit();
  }

  #extended(): void {
    const { program, files, directories } = this.header;
    const length = program.uleb();
    const end = program.at + length;
    const opcode = length === 0 ? 0 : program.u8();
    if (opcode === END_SEQUENCE) {
      this.sink.end(this.#address);
      [this.#address, this.#file, this.#line] = [0, 1, 1];
    } else if (opcode === SET_ADDRESS) this.#address = program.unsigned(length - 1);
    else if (opcode === DEFINE_FILE) {
      const name = program.text();
      files.push(joinPath(directories[program.uleb()] ?? '', name));
    }
    program.skip(end - program.at);
  }

  #standard(opcode: number): void {
    const { program, opcodeBase, lineRange, operandCounts } = this.header;
    switch (opcode) {
      case COPY:
        return this.#emit();
      case ADVANCE_PC:
        return this.#advance(program.uleb());
      case ADVANCE_LINE:
        this.#line += program.sleb();
        return;
      case SET_FILE:
        this.#file = program.uleb();
        return;
      case CONST_ADD_PC:
        return this.#advance(Math.floor((255 - opcodeBase) / lineRange));
      case FIXED_ADVANCE_PC:
        this.#address += program.u16();
        return;
      default:
        for (let nth = operandCounts[opcode - 1] ?? 0; nth > 0; nth -= 1) program.uleb();
    }
  }

  #advance(operations: number): void {
    this.#address += operations * this.header.minInstructionLength;
  }

  #emit(): void {
    this.sink.row(this.#address, this.#file, Math.max(0, this.#line));
  }
}
