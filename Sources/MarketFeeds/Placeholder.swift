public enum FeedsModule {}
