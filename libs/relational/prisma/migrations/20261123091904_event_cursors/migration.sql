-- AlterTable
ALTER TABLE "domain_events" ADD COLUMN     "transaction_id" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint;

-- CreateTable
CREATE TABLE "domain_event_cursors" (
    "reader" TEXT NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "event_id" UUID NOT NULL,

    CONSTRAINT "domain_event_cursors_pkey" PRIMARY KEY ("reader")
);

-- CreateIndex
CREATE INDEX "domain_events_transaction_id_id_idx" ON "domain_events"("transaction_id", "id");
