import assert from 'node:assert/strict';
import { findBreakingStatements, mayBreak } from './breaking-statements.js';

const BREAKING = [
  'DROP TABLE "plans"',
  'ALTER TABLE "plans" DROP COLUMN "name"',
  'ALTER TABLE "plans" RENAME COLUMN "name" TO "title"',
  'ALTER TABLE "plans" ALTER COLUMN "name" SET NOT NULL',
  'ALTER TABLE "plans" ALTER COLUMN "name" SET DATA TYPE INTEGER',
  'ALTER TABLE "plans" ADD COLUMN     "name" TEXT NOT NULL',
  'ALTER TABLE "plans" ADD COLUMN "a" TEXT DEFAULT \'\', ADD COLUMN "b" TEXT NOT NULL',
  'CREATE UNIQUE INDEX "plans_name_key" ON "plans"("name")',
  'ALTER TABLE "plans" ADD CONSTRAINT "c" FOREIGN KEY ("user_id") REFERENCES "users"("id")',
  "ALTER TABLE svc.spans_local ON CLUSTER '{cluster}' MODIFY COLUMN name String",
  'DROP VIEW IF EXISTS svc.minutes_view',
  "ALTER TYPE \"Kind\" RENAME VALUE 'a' TO 'b'",
];

const HARMLESS = [
  'CREATE TABLE "plans" ("id" TEXT NOT NULL)',
  'ALTER TABLE "plans" ADD COLUMN "name" TEXT',
  'ALTER TABLE "plans" ADD COLUMN "count" INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE "plans" ALTER COLUMN "name" DROP NOT NULL',
  'CREATE INDEX "plans_name_idx" ON "plans"("name")',
  'DROP INDEX "plans_name_idx"',
  'ALTER TYPE "Kind" ADD VALUE \'c\'',
  'ALTER TABLE svc.spans ADD COLUMN IF NOT EXISTS `release` String CODEC(ZSTD(1))',
  '-- DROP TABLE "plans"',
  'CREATE TABLE "a" ("id" TEXT); ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (true); CREATE UNIQUE INDEX "i" ON "a"("id")',
  'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN DROP TABLE x; END $$ LANGUAGE plpgsql',
];

describe('findBreakingStatements', () => {
  for (const sql of BREAKING)
    it(`finds ${sql}`, () => {
      assert.equal(findBreakingStatements(sql).length, 1);
    });

  for (const sql of HARMLESS)
    it(`allows ${sql}`, () => {
      assert.deepEqual(findBreakingStatements(sql), []);
    });
});

it('lets a migration break earlier versions only if its name says so', () => {
  assert.equal(mayBreak('0009_drop_plans__needs_0003_billing'), true);
  assert.equal(mayBreak('0009_drop_plans'), false);
});
