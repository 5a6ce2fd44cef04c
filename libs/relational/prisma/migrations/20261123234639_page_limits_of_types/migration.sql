-- CreateIndex
CREATE INDEX "deliveries_admitted_type_idx" ON "deliveries"("channel_type", "admitted_at") WHERE (admitted_at IS NOT NULL);
