-- This migration changes rows that exist. At its end the triggers are enabled again.
ALTER TABLE "audit_entries" DISABLE TRIGGER "audit_entries_append_only";
ALTER TABLE "audit_outcomes" DISABLE TRIGGER "audit_outcomes_append_only";

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "details" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "hash" BYTEA NOT NULL DEFAULT '\x',
ADD COLUMN     "sequence" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "audit_outcomes" ADD COLUMN     "details" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "hash" BYTEA NOT NULL DEFAULT '\x',
ADD COLUMN     "organization_id" UUID,
ADD COLUMN     "sequence" BIGINT NOT NULL DEFAULT 0;

UPDATE "audit_outcomes" SET "organization_id" = "audit_entries"."organization_id"
  FROM "audit_entries" WHERE "audit_entries"."id" = "audit_outcomes"."entry_id";
ALTER TABLE "audit_outcomes" ALTER COLUMN "organization_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "audit_chains" (
    "organization_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("organization_id")
);

-- The form of a link is described in docs/audit.md. The gateway computes it independently when it verifies a chain. As elsewhere, the
-- semicolons of function bodies are escaped for the schema engine.
CREATE FUNCTION "audit_hash"("previous" BYTEA, "content" TEXT[]) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS
  E'SELECT sha256(previous || convert_to(string_agg(
      CASE WHEN value IS NULL THEN ''-'' ELSE octet_length(convert_to(value, ''UTF8'')) || '':'' || value || '','' END,
      '''' ORDER BY place), ''UTF8''))
    FROM unnest(content) WITH ORDINALITY AS fields (value, place)';

CREATE FUNCTION "audit_content"("entry" "audit_entries") RETURNS TEXT[] LANGUAGE sql STABLE AS
  E'SELECT ARRAY[''entry'', entry.sequence::text, entry.organization_id::text, entry.id::text, entry.project_id::text,
      (extract(epoch FROM entry.at) * 1000)::bigint::text, entry.principal_type, entry.principal_id, entry.principal_name,
      entry.operation, entry.target::text, entry.details::text, entry.count::text, entry.request_id, entry.source_address]';

CREATE FUNCTION "audit_content"("outcome" "audit_outcomes") RETURNS TEXT[] LANGUAGE sql STABLE AS
  E'SELECT ARRAY[''outcome'', outcome.sequence::text, outcome.organization_id::text, outcome.entry_id::text,
      (extract(epoch FROM outcome.at) * 1000)::bigint::text, outcome.status::text, outcome.error, outcome.made_id,
      outcome.details::text]';

-- Appends a row to the chain of its organization. The row of the chain is locked until the transaction ends, so the order of the
-- links is the order of the commits. It runs with the rights of its owner: the service itself cannot write a chain.
CREATE FUNCTION "audit_append"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
  E'DECLARE head audit_chains%ROWTYPE\x3b
    BEGIN
      SELECT * INTO head FROM audit_chains WHERE organization_id = NEW.organization_id FOR UPDATE\x3b
      IF NOT FOUND THEN
        INSERT INTO audit_chains VALUES (NEW.organization_id, 0, '''') ON CONFLICT DO NOTHING\x3b
        SELECT * INTO head FROM audit_chains WHERE organization_id = NEW.organization_id FOR UPDATE\x3b
      END IF\x3b
      NEW.sequence := head.sequence + 1\x3b
      NEW.hash := audit_hash(head.hash, audit_content(NEW))\x3b
      UPDATE audit_chains SET sequence = NEW.sequence, hash = NEW.hash WHERE organization_id = NEW.organization_id\x3b
      RETURN NEW\x3b
    END';

-- Rows of earlier versions become the first links, as they are.
DO E'DECLARE entry audit_entries%ROWTYPE\x3b outcome audit_outcomes%ROWTYPE\x3b previous BYTEA := ''''\x3b link BIGINT := 0\x3b
       organization UUID\x3b
     BEGIN
       FOR entry IN SELECT * FROM audit_entries ORDER BY organization_id, id LOOP
         IF organization IS DISTINCT FROM entry.organization_id THEN
           previous := ''''\x3b link := 0\x3b organization := entry.organization_id\x3b
         END IF\x3b
         link := link + 1\x3b entry.sequence := link\x3b
         previous := audit_hash(previous, audit_content(entry))\x3b
         UPDATE audit_entries SET sequence = link, hash = previous WHERE id = entry.id\x3b
         FOR outcome IN SELECT * FROM audit_outcomes WHERE entry_id = entry.id LOOP
           link := link + 1\x3b outcome.sequence := link\x3b
           previous := audit_hash(previous, audit_content(outcome))\x3b
           UPDATE audit_outcomes SET sequence = link, hash = previous WHERE entry_id = entry.id\x3b
         END LOOP\x3b
         INSERT INTO audit_chains VALUES (organization, link, previous)
           ON CONFLICT (organization_id) DO UPDATE SET sequence = link, hash = previous\x3b
       END LOOP\x3b
     END';

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_organization_id_sequence_key" ON "audit_entries"("organization_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "audit_outcomes_organization_id_sequence_key" ON "audit_outcomes"("organization_id", "sequence");

CREATE TRIGGER "audit_entries_append" BEFORE INSERT ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "audit_append"();
CREATE TRIGGER "audit_outcomes_append" BEFORE INSERT ON "audit_outcomes"
  FOR EACH ROW EXECUTE FUNCTION "audit_append"();
CREATE TRIGGER "audit_chains_append_only" BEFORE DELETE OR TRUNCATE ON "audit_chains"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();
ALTER TABLE "audit_entries" ENABLE TRIGGER "audit_entries_append_only";
ALTER TABLE "audit_outcomes" ENABLE TRIGGER "audit_outcomes_append_only";
