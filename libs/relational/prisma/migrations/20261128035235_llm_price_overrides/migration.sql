-- CreateTable
CREATE TABLE "llm_price_overrides" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "service_tier" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "rates" JSON NOT NULL,
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "effective_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "llm_price_overrides_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "llm_price_overrides_project_id_created_at_idx" ON "llm_price_overrides"("project_id", "created_at");
