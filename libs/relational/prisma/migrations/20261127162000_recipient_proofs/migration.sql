-- CreateTable
CREATE TABLE "recipient_proofs" (
    "project_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "token_sha256" BYTEA,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "proved_at" TIMESTAMPTZ(3),

    CONSTRAINT "recipient_proofs_pkey" PRIMARY KEY ("project_id","address")
);

-- CreateIndex
CREATE UNIQUE INDEX "recipient_proofs_token_sha256_key" ON "recipient_proofs"("token_sha256");

-- CreateIndex
CREATE INDEX "recipient_proofs_project_id_sent_at_idx" ON "recipient_proofs"("project_id", "sent_at");

-- CreateIndex
CREATE INDEX "recipient_proofs_address_sent_at_idx" ON "recipient_proofs"("address", "sent_at");

-- Channels of the last release keep their recipients: an upgrade must not end alerts.
INSERT INTO "recipient_proofs" ("project_id", "address", "proved_at")
SELECT DISTINCT c."project_id", lower(recipient.address COLLATE "C"), now()
FROM "channels" c
CROSS JOIN LATERAL json_array_elements_text(
  CASE WHEN json_typeof(c."config" -> 'to') = 'array' THEN c."config" -> 'to' ELSE '[]'::json END) AS recipient(address)
WHERE c."type" = 'email';
