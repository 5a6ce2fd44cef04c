import assert from 'node:assert/strict';
import { parseStatement } from './sql-statement.js';

const parse = (sql: string | Uint8Array) => parseStatement(typeof sql === 'string' ? Buffer.from(sql) : sql);

describe('parseStatement', () => {
  it('strips the format, the comments and the last semicolon of a read', () => {
    assert.deepEqual(parse("-- first\nSELECT 'é;' /* x */ AS a\nFORMAT JSONEachRow ;"), {
      kind: 'read',
      sql: "SELECT 'é;' AS a",
      format: 'JSONEachRow',
      isSelect: true,
      isNested: false,
    });
    for (const sql of ['(SELECT 1)', 'WITH 1 AS a SELECT a']) {
      assert.deepEqual(parse(sql), { kind: 'read', sql, format: undefined, isSelect: true, isNested: false });
    }
    for (const sql of ['SHOW TABLES', 'DESCRIBE t', 'EXPLAIN AST SELECT 1', 'EXISTS t', 'CHECK TABLE t']) {
      assert.deepEqual(parse(sql), { kind: 'read', sql, format: undefined, isSelect: false, isNested: false });
    }
  });

  it('does not confuse a function named format with the format', () => {
    assert.deepEqual(parse("SELECT format('{}', 1)"), {
      kind: 'read',
      sql: "SELECT format('{}', 1)",
      format: undefined,
      isSelect: true,
      isNested: false,
    });
  });

  it('ends an insert before its rows without reading them', () => {
    const rows = Buffer.from([0x0a, 0x0a, 0x27, 0xff, 0x00, 0x3b]);
    const statement = parse(Buffer.concat([Buffer.from('INSERT INTO t (`a`, format) FORMAT Native\n'), rows]));
    assert.deepEqual(statement, { kind: 'insert', sql: 'INSERT INTO t (`a`, format)', format: 'Native', data: rows });
    assert.deepEqual(parse("insert into t values ('a'); DROP TABLE t"), {
      kind: 'insert',
      sql: 'insert into t',
      format: 'Values',
      data: Buffer.from("('a'); DROP TABLE t"),
    });
  });

  it('classifies an insert from a SELECT as a write', () => {
    const sql = 'INSERT INTO t SELECT 1';
    assert.deepEqual(parse(sql), { kind: 'write', sql, definesTables: false });
  });

  it('detects statements that free space', () => {
    for (const sql of [
      'DROP TABLE t',
      'TRUNCATE TABLE t',
      'ALTER TABLE t DROP PARTITION 1',
      "KILL MUTATION WHERE table = 't'",
    ]) {
      assert.equal(parse(sql).kind, 'release', sql);
    }
    for (const sql of [
      'CREATE TABLE t (a Int8) ENGINE = Memory',
      'ALTER TABLE t ADD COLUMN b Int8',
      'OPTIMIZE TABLE t',
      'DELETE FROM t WHERE 1',
    ]) {
      assert.equal(parse(sql).kind, 'write', sql);
    }
  });

  it('reads the id of the statement that a KILL names', () => {
    assert.deepEqual(parse('KILL QUERY WHERE query_id = {id:String} ASYNC'), {
      kind: 'kill',
      queryId: { parameter: 'id' },
    });
    assert.deepEqual(parse("KILL QUERY WHERE query_id = 'a-1'"), { kind: 'kill', queryId: { literal: 'a-1' } });
    assert.throws(() => parse('KILL QUERY WHERE 1'), { code: 62 });
  });

  for (const [what, sql] of Object.entries({
    'a second statement': 'SELECT 1; SELECT 2',
    'a second statement after a comment': 'SELECT 1; -- x\nDROP TABLE t',
    'a second semicolon': 'SELECT 1;;',
    'a file to read': "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV",
    'a file to write': "SELECT 1 INTO OUTFILE '/tmp/x'",
    'a table function that reads files': "SELECT * FROM file('/etc/passwd', 'CSV')",
    'a quoted name of such a function': "SELECT * FROM `url` ('http://a', 'CSV')",
    'such a function with a comment in it': "SELECT * FROM s3/**/('x')",
    'such a function as the target': "INSERT INTO FUNCTION remote('a', 'b', 'c') SELECT 1",
    'a table engine that reaches outside': "CREATE TABLE t (a Int8) ENGINE = MySQL('h', 'd', 't', 'u', 'p')",
    'a dictionary source that runs programs':
      "CREATE DICTIONARY d (a Int8) PRIMARY KEY a SOURCE(EXECUTABLE(COMMAND 'id'))",
    'a write dressed as a read': 'WITH x AS (SELECT 1) INSERT INTO t SELECT 1',
    'stopping the engine': 'SYSTEM SHUTDOWN',
    'settings for later statements': 'SET readonly = 0',
    nothing: ' -- nothing',
    'something unknown': 'FROBNICATE t',
  })) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => parse(sql),
        (error: { code?: number }) => error.code === 62 || error.code === 446,
      );
    });
  }
});
