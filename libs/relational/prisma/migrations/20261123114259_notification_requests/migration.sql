-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "unhealthy_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "contact_method_id" UUID,
ADD COLUMN     "dedupe_key" TEXT,
ADD COLUMN     "user_id" UUID,
ADD COLUMN     "wanted_since" BIGINT;

-- CreateTable
CREATE TABLE "notification_withdrawals" (
    "project_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "reason" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_withdrawals_pkey" PRIMARY KEY ("project_id","subject")
);

-- CreateIndex
CREATE INDEX "notification_withdrawals_withdrawn_at_idx" ON "notification_withdrawals"("withdrawn_at");

-- CreateIndex
CREATE INDEX "deliveries_waiting_idx" ON "deliveries"("channel_id", "urgency", "next_attempt_at") WHERE (status = ANY (ARRAY['pending'::text, 'retrying'::text]));

-- CreateIndex
CREATE INDEX "deliveries_withdrawable_idx" ON "deliveries"("project_id", "subject") WHERE ((wanted_since IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'retrying'::text])));

-- CreateIndex
CREATE INDEX "deliveries_dedupe_key_idx" ON "deliveries"("project_id", "dedupe_key") WHERE (dedupe_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "deliveries_unfinished_idx" ON "deliveries"("channel_id", "subject", "position") WHERE (status = ANY (ARRAY['pending'::text, 'retrying'::text, 'sending'::text]));

-- CreateIndex
CREATE INDEX "deliveries_final_idx" ON "deliveries"("created_at") WHERE (status = ANY (ARRAY['sent'::text, 'failed'::text, 'suppressed'::text, 'dlq'::text]));
