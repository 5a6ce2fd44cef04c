-- CreateTable
CREATE TABLE "audit_shipments" (
    "organization_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "audit_shipments_pkey" PRIMARY KEY ("organization_id")
);
