"""What every call goes through."""
