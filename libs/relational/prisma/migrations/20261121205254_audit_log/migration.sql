-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "principal_type" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "principal_name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "target" JSONB NOT NULL,
    "request_id" TEXT NOT NULL,
    "source_address" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_outcomes" (
    "entry_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER NOT NULL,
    "error" TEXT,
    "made_id" TEXT,

    CONSTRAINT "audit_outcomes_pkey" PRIMARY KEY ("entry_id")
);

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_id_idx" ON "audit_entries"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_project_id_id_idx" ON "audit_entries"("organization_id", "project_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "audit_outcomes" ADD CONSTRAINT "audit_outcomes_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was written down stays as it was written, whoever asks for the change. The semicolon of the body is escaped: the schema
-- engine, which compares migrations with the schema, would cut the statement there.
CREATE FUNCTION "audit_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION ''the audit log is append-only'' USING ERRCODE = ''insufficient_privilege''\x3b END';

CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();
CREATE TRIGGER "audit_outcomes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_outcomes"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();
